import type { Row } from '../top/rows.ts';

/** What the screen of a server shows; `problem` = why it cannot be asked now. */
export type TopView = { title: string; rows: Row[]; problem: string | null };

/** A screen that is drawn again with each view. */
export type TopScreen = { show(view: TopView): void; end(): Promise<void> };

/** The width of the names of rows. */
export const ROW_WIDTH = 13;
