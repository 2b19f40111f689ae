import { later } from '../../kit/later.ts';
import { lazy } from '../../kit/lazy.tsx';

const palette = later(() => import('./palette.tsx'));
const shortcuts = later(() => import('./shortcuts.tsx'));
const notifications = later(() => import('../views/notifications/notifications.tsx'));
const firstSteps = later(() => import('../views/first-steps/first-steps.tsx'));
const search = later(() => import('../views/search/search.tsx'));
const outside = later(() => import('../screens/outside.tsx'));

/** What is found by name. */
export const Palette = lazy(async () => (await palette()).Palette);
export const Shortcuts = lazy(async () => (await shortcuts()).Shortcuts);

/** The screen of notifications. */
export const Notifications = lazy(async () => (await notifications()).Notifications);

/** What a new administrator begins with. */
export const FirstSteps = lazy(async () => (await firstSteps()).FirstSteps);
export const Search = lazy(async () => (await search()).Search);

/** The screens of those who are not signed in. */
export const SignIn = lazy(async () => (await outside()).SignIn);
export const Forgot = lazy(async () => (await outside()).Forgot);
export const Setup = lazy(async () => (await outside()).Setup);
