/** Levels of objects and lists in each other, in a request as in what is stored: SQLite's JSON functions end at 1,000. */
export const MAX_DEPTH = 100;
export const TOO_DEEP = `is nested too deep (maximum is ${MAX_DEPTH} levels)`;

/** Whether `value` has more levels; it is looked at no deeper than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
