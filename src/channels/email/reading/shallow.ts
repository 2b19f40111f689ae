/** How deeply tags may be nested. */
const DEEPEST = 100;
/** Tags that have no end, or end by themselves where the next one begins. */
const WITHOUT_END = new Set(
  'area base br col dd dt embed hr img input li link meta option p param source tbody td tfoot th thead tr track wbr'.split(
    ' ',
  ),
);
const TAG = /<(\/?)([a-z][^\s/<>]*)(?:[\s/][^<>]*)?>/gi;

/**
 * The HTML without tags nested deeper than 100; their content stays. Parsers take time in proportion to the square of the
 * depth: half a minute for a mail of a megabyte.
 */
export function shallow(html: string): string {
  let depth = 0;
  return html.replaceAll(TAG, (tag: string, slash: string, name: string) => {
    if (WITHOUT_END.has(name.toLowerCase())) return tag;
    if (slash === '') depth += 1;
    const isDeep = depth > DEEPEST;
    if (slash !== '') depth = Math.max(0, depth - 1);
    return isDeep ? '' : tag;
  });
}
