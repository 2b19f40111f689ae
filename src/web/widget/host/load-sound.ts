import { later } from '../../kit/later.ts';

/** The sound of a page by itself; in a frame, the page around it has one. */
export const sound = later(() => import('../../kit/sound.ts'));
