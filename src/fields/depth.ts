/**
 * How many levels deep objects and lists may be nested, in requests and stored JSON; SQLite's JSON functions allow
 * 1,000.
 */
export const MAX_DEPTH = 100;
export const TOO_DEEP = `is nested too deep (maximum is ${MAX_DEPTH} levels)`;

/** Whether objects and lists in `value` are nested in more than `levels` levels; looks no deeper than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
