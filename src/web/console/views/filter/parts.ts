import { later } from '../../../kit/later.ts';
import { lazy } from '../../../kit/lazy.tsx';

const dialogs = later(() => import('./dialogs.tsx'));

export const FilterDialog = lazy(async () => (await dialogs()).FilterDialog);
export const SaveView = lazy(async () => (await dialogs()).SaveView);
export const RenameView = lazy(async () => (await dialogs()).RenameView);
export const DeleteView = lazy(async () => (await dialogs()).DeleteView);
