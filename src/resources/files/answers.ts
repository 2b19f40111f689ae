import type { Shape } from '../../shapes.ts';

/** The bytes of a file. */
export const fileShape: Shape = { type: 'string', format: 'binary' };
