const WHOLE_NUMBER = /^-?\d+$/;
const ISO_8601 = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** The time in ISO 8601 or Unix seconds as a Date; null = not given. Anything else becomes an invalid Date. */
export function toDate(given: unknown): Date | null {
  if (given === null || given === undefined || given === '') return null;
  if (typeof given === 'number' || (typeof given === 'string' && WHOLE_NUMBER.test(given))) {
    return new Date(Number(given) * 1000);
  }
  const iso = typeof given === 'string' ? ISO_8601.exec(given) : null;
  if (iso === null) return new Date(Number.NaN);
  const [text, time, zone] = iso;
  // Date would accept 30 February as 2 March.
  if (Number(text.slice(8, 10)) !== new Date(text.slice(0, 10)).getUTCDate()) return new Date(Number.NaN);
  return new Date(time && !zone ? `${text}Z` : text);
}
