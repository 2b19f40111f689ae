import { later } from '../../../kit/later.ts';
import { lazy } from '../../../kit/lazy.tsx';

const emojiPicker = later(() => import('./emoji-picker.tsx'));
const templateDialog = later(() => import('./templates/template-dialog.tsx'));

/** What not every message needs. */
export const EmojiPicker = lazy(async () => (await emojiPicker()).EmojiPicker);
export const TemplateDialog = lazy(async () => (await templateDialog()).TemplateDialog);
