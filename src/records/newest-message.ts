import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from './conversation.ts';
import type { MessageRecord } from './message.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { isPublicIn } from './public/public-messages.ts';
import { readMessageForEvent, readMessages } from './read-messages.ts';

/** The conversation's newest message that is neither a private note nor an activity, for an event; null = none. */
export async function readNewestPublicMessage(tx: Tx, conversation: ConversationRecord): Promise<MessageRecord | null> {
  if (conversation.lastNonActivityMessageId === null) return null;
  const message = await readMessageForEvent(tx, conversation.lastNonActivityMessageId);
  if (!message?.private) return message;

  const [older] = await newestPublicId(tx, { conversationId: conversation.id });
  return older ? readMessageForEvent(tx, older.id) : null;
}

/** The same for several conversations, by their row keys; those without one are absent. Three statements at most. */
export async function readNewestPublicMessages(
  tx: Tx,
  conversations: readonly ConversationRecord[],
): Promise<Map<number, MessageRecord>> {
  const newestIds = conversations.map(({ lastNonActivityMessageId: id }) => id).filter((id) => id !== null);
  const newest = await readMessages(tx, newestIds);
  const isPrivate = ({ lastNonActivityMessageId }: ConversationRecord) =>
    newest.some((message) => message.id === lastNonActivityMessageId && message.private);
  const ids = conversations.filter(isPrivate).map(({ id }) => id);
  const older = ids.length > 0 ? await newestPublicIds(tx, { ids: JSON.stringify(ids) }) : [];
  const olderMessages = await readMessages(
    tx,
    older.map(({ messageId }) => messageId).filter((id) => id !== null),
  );
  const idIn = (conversation: ConversationRecord) =>
    older.find(({ id }) => id === conversation.id)?.messageId ?? conversation.lastNonActivityMessageId;
  const publicMessages = [...newest.filter((message) => !message.private), ...olderMessages];
  return new Map(
    conversations.flatMap((conversation) => {
      const message = publicMessages.find(({ id }) => id === idIn(conversation));
      return message ? [[conversation.id, message] as const] : [];
    }),
  );
}

const newestPublicIds = prepared((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('conversations as c')
    .where(inList(tx, 'c.id', values.ids))
    .select([
      'c.id',
      sql<number | null>`(select m.id from messages m where m.conversation_id = c.id
        and ${isPublicIn('m')} order by m.id desc limit 1)`.as('messageId'),
    ]),
);

const newestPublicId = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', values.conversationId)
    .where(isPublicIn('messages'))
    .orderBy('id', 'desc')
    .limit(1),
);

/** The contact's newest message in the conversation with this row key; null = there is none. */
export async function readNewestIncoming(tx: Tx, conversationId: number): Promise<MessageRecord | null> {
  const newest = await tx.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('message_type', '=', 'incoming')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [message = null] = newest ? await readMessages(tx, [newest.id]) : [];
  return message;
}
