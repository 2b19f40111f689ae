import { later } from './later.ts';

/** Marks, addresses and lists: all that Markdown has more than plain text. */
export const SPECIAL = /[*_~`[\]#>@\\]|:\/\/|www\.|^\s*(?:[-+]|\d+[.)])/m;

/** The part that draws Markdown, and reads it aloud. */
export const drawing = later(() => import('./draw-markdown.ts'));
