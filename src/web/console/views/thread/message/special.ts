import { adoptStyles } from '../../../../kit/adopt-styles.ts';
import styles from './special.css';

export { Asked } from './asked.tsx';
export { Mail } from './mail.tsx';
export { Shared } from './shared.tsx';
export { Viewer } from './viewer.tsx';

adoptStyles(styles);
