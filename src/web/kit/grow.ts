/** Of every field, in pixels. */
const BORDER = 1;

/**
 * Makes a field as high as its text, where the browser does not do so by itself: `field-sizing` is missing in Firefox before
 * 152 and in Safari before 26.2. The styles say how high it may become.
 */
export function grow(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return;
  field.style.blockSize = 'auto';
  field.style.blockSize = `${field.scrollHeight + 2 * BORDER}px`;
}
