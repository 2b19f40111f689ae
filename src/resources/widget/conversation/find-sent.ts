import type { Tx } from '../../../db/tx.ts';
import { findMessage } from '../../../conversations/messages/queries.ts';
import type { CreatedMessage } from '../../../conversations/messages/new-message.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { readConversation } from '../../../records/read-conversations.ts';

/** The message that the visitor has sent by this id before; null = there is none. */
export async function findSent(
  tx: Tx,
  { contactInbox }: ContactCaller,
  sourceId: string,
): Promise<CreatedMessage | null> {
  const [sent] = await bySourceId(tx, { contactInboxId: contactInbox.id, sourceId });
  if (!sent) return null;
  const message = await findMessage(tx, sent.conversationId, sent.id);
  return message && { message, conversation: await readConversation(tx, sent.conversationId) };
}

const bySourceId = prepared((db, values: Placeholders<{ contactInboxId: number; sourceId: string }>) =>
  db
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .where('c.contact_inbox_id', '=', values.contactInboxId)
    .where('m.source_id', '=', values.sourceId)
    .where('m.message_type', '=', 'incoming')
    .select(['m.id', 'c.id as conversationId'])
    .limit(1),
);
