import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import type { Rows } from '../../../db/pages/paged.ts';
import { inList } from '../../../db/dialect.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { isPublicIn } from '../../../records/public/public-messages.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { completeConversations, selectConversations } from '../../../records/read-conversations.ts';
import { readMessages } from '../../../records/read-messages.ts';

/** The most messages that a conversation is shown with. */
const NEWEST = 20;

/** A conversation with its newest messages that the contact sees, oldest first. */
export type PublicConversation = { conversation: ConversationRecord; messages: MessageRecord[] };

/**
 * A page of conversations, paged from the newest and sorted from the oldest: of the contact inbox, or of the whole contact
 * with a verified identity.
 */
export async function listCallersConversations(
  tx: Tx,
  { contact, contactInbox }: ContactCaller,
  page: Rows,
): Promise<PublicConversation[]> {
  const own = contactInbox.hmacVerified
    ? selectConversations(tx.db).where('c.contact_id', '=', contact.id)
    : selectConversations(tx.db).where('c.contact_inbox_id', '=', contactInbox.id);
  const rows = await own.orderBy('c.id', 'desc').limit(page.limit).offset(page.offset).execute();
  return withPublicMessages(tx, await completeConversations(tx, rows.toReversed()));
}

/** The conversations, each with its newest messages; at most three statements. */
export async function withPublicMessages(tx: Tx, conversations: ConversationRecord[]): Promise<PublicConversation[]> {
  const places = await newestOf(tx, { ids: JSON.stringify(conversations.map(({ id }) => id)), skipped: NEWEST - 1 });
  const messages = await readMessages(
    tx,
    places.map(({ id }) => id),
  );
  return conversations.map((conversation) => {
    const ids = new Set(places.filter((place) => place.conversationId === conversation.id).map(({ id }) => id));
    return { conversation, messages: messages.filter(({ id }) => ids.has(id)) };
  });
}

const newestOf = prepared((db, values: Placeholders<{ ids: string; skipped: number }>, _: void, tx) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .where(inList(tx, 'c.id', values.ids))
    .where(isPublicIn('m'))
    .where('m.id', '>=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('messages as x')
          .select('x.id')
          .whereRef('x.conversation_id', '=', 'c.id')
          .where(isPublicIn('x'))
          .orderBy('x.id', 'desc')
          .limit(1)
          .offset(values.skipped),
        sql.lit(0),
      ),
    )
    .select(['m.id', 'm.conversation_id as conversationId']),
);
