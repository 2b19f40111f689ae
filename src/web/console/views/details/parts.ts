import { later } from '../../../kit/later.ts';
import { lazy } from '../../../kit/lazy.tsx';

const more = later(() => import('./more.tsx'));
const merge = later(() => import('./merge-dialog.tsx'));

/** What is below the first facts of a conversation. */
export const AttributesOf = lazy(async () => (await more()).AttributesOf);
export const Notes = lazy(async () => (await more()).Notes);
export const Macros = lazy(async () => (await more()).Macros);

export const MergeDialog = lazy(async () => (await merge()).MergeDialog);
