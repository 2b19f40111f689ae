import { defineEntity, p } from '@mikro-orm/core';
import { choice, id } from './columns.ts';

const SEARCHED = ['message', 'contact', 'article'] as const;

/**
 * A message or contact that has changed since it was last written to the search index. Triggers insert these rows, so
 * that no change is missed and none waits for the index; searches index pending changes first. New messages on SQLite are
 * not among them (db/search/new-messages.ts), and articles only where all are written again (db/search/fold-again.ts).
 */
export const SearchChange = defineEntity({
  name: 'SearchChange',
  tableName: 'search_changes',
  properties: {
    id: id(),
    kind: choice(SEARCHED),
    /** The id of the changed row, which may have been deleted. */
    rowId: p.integer(),
    /** The conversation of a message, the account of a contact or article. */
    ownerId: p.integer(),
  },
});
