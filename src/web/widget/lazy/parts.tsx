import { adoptStyles } from '../../kit/adopt-styles.ts';
import styles from './parts.css';

export { Attachment } from './attachment.tsx';
export { Drop } from './drop.tsx';
export { EmojiPicker } from './emoji-picker.tsx';
export { Menu } from './menu.tsx';
export { MessageState } from './message-state.tsx';
export { Preview } from './preview.tsx';
export { ReplyTo } from './reply-to.tsx';
export { TooOld } from './too-old.tsx';
export { Typing } from './typing.tsx';

adoptStyles(styles);
