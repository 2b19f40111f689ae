import type { Rows } from '../../db/pages/paged.ts';
import type { MessageRange } from '../../conversations/messages/queries.ts';

/** The most messages that `after` returns at once, alone and together with `before`. */
const AFTER_LIMIT = 100;
const BETWEEN_LIMIT = 1000;

type RangeQuery = {
  before?: number | undefined;
  after?: number | undefined;
  filter_internal_messages?: string | undefined;
};

/**
 * The range that a query asks for: without `after`, a page counted from the newest message, or from the one before the
 * id `before`; with `after`, the first `AFTER_LIMIT` messages after that id; with both, the first `BETWEEN_LIMIT` from
 * `after`, which is included only here, to the one before `before`. With `after`, `page` does not count, as in
 * Chatwoot.
 */
export function messageRange(query: RangeQuery, page: Rows): MessageRange {
  const publicOnly = query.filter_internal_messages !== undefined;
  if (query.after === undefined) return { before: query.before ?? null, after: null, publicOnly, ...page };
  if (query.before === undefined) {
    return { before: null, after: query.after, publicOnly, offset: 0, limit: AFTER_LIMIT };
  }
  return { before: query.before, after: query.after - 1, publicOnly, offset: 0, limit: BETWEEN_LIMIT };
}
