import type { Signal } from '../../../../kit/signals.ts';

/** The id of the picture that is shown large; null = none is. */
export type Viewed = Signal<number | null>;
