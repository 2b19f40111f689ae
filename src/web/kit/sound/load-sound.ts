import { later } from '../later.ts';

/** The sound of a page; in a frame of the widget, the page around it has one. */
export const sound = later(() => import('./sound.ts'));
