import type { Tx } from '../tx.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../prepared.ts';

// On SQLite, new messages are not listed in `search_changes`, which would take a page of each commit. Those with higher
// keys than the one in `message_search_mark` wait for the index; SQLite has one writer, so no lower key comes later.
// PostgreSQL commits keys in another order than it gives them, and lists all.

/** A new message; with `isSearched` false, it has nothing to search for. */
export type NewMessage = { id: number; conversationId: number; isSearched: boolean };

const MARK = sql<number>`(select message_id from message_search_mark)`;

/** About how many new messages are not in the index yet; 0 on PostgreSQL. */
export async function newMessagesWaiting(tx: Tx): Promise<number> {
  if (tx.isPostgres) return 0;
  const [found] = await countAbove(tx, {});
  return Math.max(found?.count ?? 0, 0);
}

const countAbove = prepared((db) =>
  db.selectNoFrom(sql<number>`coalesce((select max(id) from messages), 0) - ${MARK}`.as('count')),
);

/** Takes the oldest new messages, at most `most`: they do not wait any longer. None on PostgreSQL. */
export async function takeNewMessages(tx: Tx, most: number): Promise<NewMessage[]> {
  if (tx.isPostgres) return [];
  const taken = await oldestAbove(tx, { most });
  const last = taken.at(-1);
  if (last) await sql`update message_search_mark set message_id = ${last.id}`.execute(tx.db);
  return taken.map((message) => ({ ...message, isSearched: Boolean(message.isSearched) }));
}

const IS_SEARCHED = sql<boolean>`(message_type in ('incoming', 'outgoing') and content is not null)`;

const oldestAbove = prepared((db, values: Placeholders<{ most: number }>) =>
  db
    .selectFrom('messages')
    .select(['id', 'conversation_id as conversationId', IS_SEARCHED.as('isSearched')])
    .where('id', '>', MARK)
    .orderBy('id')
    .limit(values.most),
);

/** The newest messages with lower keys than `before`, at most `most`, if they are new; SQLite only. */
export const newestMessages = prepared((db, values: Placeholders<{ before: number; most: number }>) =>
  db
    .selectFrom('messages')
    .select(['id', 'conversation_id as conversationId'])
    .where('id', '>', MARK)
    .where('id', '<', values.before)
    .orderBy('id', 'desc')
    .limit(values.most),
);
