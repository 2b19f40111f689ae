import { sql } from 'kysely';

/** Pages that are asked for most, by how many rows they have. */
const USUAL_LIMITS = new Set<unknown>([15, 20, 25]);
/** The values that say which rows of a list a page has; `most` is offset and limit together. */
const OF_PAGE = new Set<string | symbol>(['limit', 'offset', 'most']);

/** How many rows the first page has that the values ask for; null = another page, a rare size, or no page. */
export function limitOf(values: { limit?: unknown; offset?: unknown }): number | null {
  return values.offset === 0 && USUAL_LIMITS.has(values.limit) ? (values.limit as number) : null;
}

/**
 * `placeholders`, but for a first page of `limit` rows, whose numbers are written out. PostgreSQL takes a limit that it
 * does not know for a tenth of the list, and then plans the statement anew each time, which takes as long as running it.
 */
export function firstPage(limit: number, placeholders: object): object {
  const get = (_: object, name: string | symbol) =>
    OF_PAGE.has(name) ? sql.lit(name === 'offset' ? 0 : limit) : (Reflect.get(placeholders, name) as unknown);
  // The target refuses to be listed.
  return new Proxy(placeholders, { get });
}
