import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { goesOn, inList, unindexed } from '../../db/dialect.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { contactsContaining, contactSearch } from '../../db/search/match.ts';
import { idIn } from '../../fields/id-in.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { readConversations } from '../../records/read-conversations.ts';
import { readMessages } from '../../records/read-messages.ts';
import type { Scope } from './scope.ts';

/** A conversation that was found, with its first message; null = it has none. */
export type FoundConversation = { conversation: ConversationRecord; firstMessage: MessageRecord | null };

/**
 * A page of the conversations with the number `text`, or with contacts whose name, e-mail address, phone number or
 * identifier contains `text`; newest first.
 */
export async function searchConversations(
  tx: Tx,
  scope: Scope,
  text: string,
  { limit, offset }: Rows,
): Promise<FoundConversation[]> {
  const keys = await findKeys(tx, scope, text, { limit, offset });
  if (keys.length === 0) return [];
  const firstIds = keys.map(({ firstMessageId }) => firstMessageId).filter((id) => id !== null);
  const [conversations, messages] = await tx.together((tx) => [
    readConversations(
      tx,
      keys.map(({ id }) => id),
    ),
    readMessages(tx, firstIds),
  ]);
  return keys.flatMap(({ id, firstMessageId }) => {
    const conversation = conversations.find((one) => one.id === id);
    const firstMessage = messages.find((one) => one.id === firstMessageId) ?? null;
    return conversation ? [{ conversation, firstMessage }] : [];
  });
}

async function findKeys(tx: Tx, { accountId, inboxIds, since, until }: Scope, text: string, { limit, offset }: Rows) {
  const search = contactSearch(tx, accountId, text);
  const contacts = contactsContaining(tx, search, search.phone !== '');
  const number = idIn(text.replace(/^#/, '')) ?? 0;
  const where = [
    sql`${unindexed(tx, 'c.account_id')} = ${accountId}`,
    sql`c.id in (select of_contact.id from conversations of_contact where of_contact.contact_id in ${contacts}
      union all select id from conversations where account_id = ${accountId} and display_id = ${number})`,
    goesOn(tx, 'c.id'),
    ...(inboxIds === null ? [] : [inList(tx, 'c.inbox_id', JSON.stringify(inboxIds))]),
    ...(since === null ? [] : [sql`c.last_activity_at >= ${since}`]),
    ...(until === null ? [] : [sql`c.last_activity_at <= ${until}`]),
  ];
  const { rows } = await sql<{ id: number; firstMessageId: number | null }>`select c.id,
      (select m.id from messages m where m.conversation_id = c.id and m.message_type <> 'activity'
        order by m.id limit 1) as "firstMessageId"
    from conversations c where ${sql.join(where, sql` and `)}
    order by c.display_id desc limit ${limit} offset ${offset}`.execute(tx.aside.db);
  return rows;
}
