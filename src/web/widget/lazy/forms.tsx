import { adoptStyles } from '../../kit/adopt-styles.ts';
import styles from './forms.css';

export { Article, Cards } from './cards.tsx';
export { Csat } from './csat.tsx';
export { EmailForm } from './email-form.tsx';
export { Form } from './form.tsx';
export { Options } from './options.tsx';
export { PreChatForm } from './pre-chat-form.tsx';

adoptStyles(styles);
