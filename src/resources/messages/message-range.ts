import type { Rows } from '../../db/paged.ts';
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
 * The range that a query asks for: a page counted from the newest, a page of those before an id, the first after an id,
 * or those between two ids. As in Chatwoot, the message `after` itself belongs to the last of these only, and `page`
 * counts only without `after`.
 */
export function messageRange(query: RangeQuery, page: Rows): MessageRange {
  const publicOnly = query.filter_internal_messages !== undefined;
  if (query.after === undefined) return { before: query.before ?? null, after: null, publicOnly, ...page };
  if (query.before === undefined) {
    return { before: null, after: query.after, publicOnly, offset: 0, limit: AFTER_LIMIT };
  }
  return { before: query.before, after: query.after - 1, publicOnly, offset: 0, limit: BETWEEN_LIMIT };
}
