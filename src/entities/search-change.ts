import { defineEntity, p } from '@mikro-orm/core';
import { choice, id } from './columns.ts';

export const SEARCHED = ['message', 'contact'] as const;

const SearchChangeSchema = defineEntity({
  name: 'SearchChange',
  tableName: 'search_changes',
  properties: {
    id: id(),
    kind: choice(SEARCHED),
    /** The key of what changed; its row may be gone. */
    rowId: p.integer(),
    /** The conversation of a message, the account of a contact. */
    ownerId: p.integer(),
  },
});

/**
 * A message or contact whose words have changed since it was last put into the search index. Triggers write these, so
 * that no change is forgotten and none waits for the index; whoever searches puts in what is waiting first.
 */
export class SearchChange extends SearchChangeSchema.class {}
SearchChangeSchema.setClass(SearchChange);
export { SearchChangeSchema };
