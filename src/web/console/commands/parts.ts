import { later } from '../../kit/later.ts';
import { lazy } from '../../kit/lazy.tsx';

const picker = later(() => import('./picker-dialog.tsx'));

export const PickerDialog = lazy(async () => (await picker()).PickerDialog);
