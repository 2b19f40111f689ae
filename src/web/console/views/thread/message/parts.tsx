import { later } from '../../../../kit/later.ts';
import { lazy } from '../../../../kit/lazy.tsx';

const special = later(() => import('./special.ts'));
const actions = later(() => import('./actions.ts'));

/** What few messages have: mails, and what more than text is asked or shared with. */
export const Mail = lazy(
  async () => (await special()).Mail,
  ({ message }) => <p class="plain">{message.content}</p>,
);
export const Asked = lazy(async () => (await special()).Asked);
export const Shared = lazy(async () => (await special()).Shared);
export const Viewer = lazy(async () => (await special()).Viewer);

/** What can be done with a message. */
export const MessageMenu = lazy(async () => (await actions()).MessageMenu);
export const Translation = lazy(async () => (await actions()).Translation);
