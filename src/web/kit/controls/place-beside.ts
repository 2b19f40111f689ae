/** Between the two, and to the edge of the window, in pixels. */
const GAP = 4;

/**
 * Puts a popover beside the element that opens it: below it where there is more room for it than above, and within the window.
 * Where the document is read from the right, both end at the same right side.
 */
export function placeBeside(popover: HTMLElement, opener: Element): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isBelow = innerHeight - at.bottom >= height + GAP || innerHeight - at.bottom >= at.top;
  const top = isBelow ? at.bottom + GAP : at.top - height - GAP;
  const left = getComputedStyle(opener).direction === 'rtl' ? at.right - width : at.left;
  const within = (value: number, size: number, all: number) => Math.max(GAP, Math.min(value, all - size - GAP));
  popover.style.top = `${within(top, height, innerHeight)}px`;
  popover.style.left = `${within(left, width, innerWidth)}px`;
}
