import type { Tx } from '../../db/tx.ts';
import type { List } from '../../db/kept/showing.ts';
import { completeConversations, selectConversations } from '../../records/read-conversations.ts';
import { type ListedConversation, withMessages } from './queries.ts';

/** The most conversations shown beside a contact. */
const MOST = 20;

/** The contact's `MOST` last active conversations in the inboxes `visible` (null = in all), last active first. */
export function conversationsOf(tx: Tx, contactId: number, visible: number[] | null): List<ListedConversation> {
  const ids = tx.db
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.contact_id', '=', contactId)
    .$if(visible !== null, (query) => query.where('c.inbox_id', 'in', visible?.length ? visible : [0]))
    .orderBy('c.last_activity_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(MOST);
  return {
    ids: () => ids.execute(),
    items: async () => {
      const rows = await selectConversations(tx.db)
        .where('c.id', 'in', ids)
        .orderBy('c.last_activity_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute();
      return withMessages(tx, await completeConversations(tx, rows));
    },
  };
}
