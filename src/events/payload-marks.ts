// The characters that stand for something in the two parts of a payload. JSON has no control characters, so none occurs in it.

/** Stands for a value in a layout, and between two values. */
export const GAP = '\u0001';
/** Around each object of the layout. */
export const BEGIN = '\u0002';
export const END = '\u0003';
/** Before the number of an object that occurs again; they are numbered in the order of their ends. */
export const COPY = '\u0004';

/** Values in fewer characters: null is empty, and an earlier value is this mark, which begins no JSON, and its number. */
export const SAME = '@';
export const TRUE = 't';
export const FALSE = 'f';
