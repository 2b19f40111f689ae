import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { goesOn, inList } from '../../db/dialect.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { allMatchingMessages, matchText } from '../../db/search/match.ts';
import { wordQuery } from '../../db/search/words.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import type { MessageRecord } from '../../records/message.ts';
import { readInboxes } from '../../records/read-inboxes.ts';
import { readMessages } from '../../records/read-messages.ts';
import type { Scope } from './scope.ts';

/** A found message, with its conversation's number and its inbox. */
export type FoundMessage = { message: MessageRecord; displayId: number; inbox: InboxRecord | null };

/** Who wrote the messages; null = anyone. */
export type Author = { type: 'Contact' | 'User'; id: number } | null;

/** A page of the messages with all words of `text`, the last as a prefix; newest first. */
export async function searchMessages(
  tx: Tx,
  scope: Scope,
  { text, author }: { text: string; author: Author },
  page: Rows,
): Promise<FoundMessage[]> {
  const words = wordQuery(text);
  if (words === null) return [];
  const keys = await findKeys(tx, scope, matchText(tx, scope.accountId, words), author, page);
  const [messages, inboxes] = await tx.together((tx) => [
    readMessages(
      tx,
      keys.map(({ id }) => id),
    ),
    readInboxes(tx, [...new Set(keys.map(({ inboxId }) => inboxId))]),
  ]);
  return keys.flatMap(({ id, displayId, inboxId }) => {
    const message = messages.find((one) => one.id === id);
    const inbox = inboxes.find((one) => one.id === inboxId) ?? null;
    return message ? [{ message, displayId, inbox }] : [];
  });
}

/** The number of each conversation is read for the page alone. */
async function findKeys(
  tx: Tx,
  { accountId, inboxIds, since, until }: Scope,
  match: string,
  author: Author,
  { limit, offset }: Rows,
) {
  const where = [
    sql`m.account_id = ${accountId}`,
    goesOn(tx, 'm.id'),
    ...(inboxIds === null ? [] : [inList(tx, 'm.inbox_id', JSON.stringify(inboxIds))]),
    ...(since === null ? [] : [sql`m.created_at >= ${since}`]),
    ...(until === null ? [] : [sql`m.created_at <= ${until}`]),
    ...(author === null ? [] : [sql`m.sender_type = ${author.type} and m.sender_id = ${author.id}`]),
  ];
  // SQLite keeps the order of a cross join; otherwise it would look each message of the installation up in the index.
  const join = tx.isPostgres ? sql`join` : sql`cross join`;
  const { rows } = await sql<{ id: number; inboxId: number; displayId: number }>`
    select page.id, page.inbox_id as "inboxId", c.display_id as "displayId" from (
      select m.id, m.inbox_id, m.conversation_id from ${allMatchingMessages(tx, match)} s ${join} messages m on m.id = s.id
      where ${sql.join(where, sql` and `)} order by m.id desc limit ${limit} offset ${offset}
    ) page join conversations c on c.id = page.conversation_id order by page.id desc`.execute(tx.aside.db);
  return rows;
}
