import type { Tx } from '../../../db/tx.ts';
import { createMessage } from '../../../conversations/messages/create-message.ts';
import type { CreatedMessage, NewMessage } from '../../../conversations/messages/new-message.ts';
import { takeAdvisoryLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { found } from '../../../errors.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { actorOf, type ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { type Beginning, beginVisitorsConversation } from './begin-conversation.ts';
import { findCurrentConversation } from './current-conversation.ts';
import { findSent } from './find-sent.ts';
import { enterVisitor } from '../visitor/enter-visitor.ts';

/**
 * Adds a message to the visitor's conversation, or starts one: the first, or a new one if the inbox takes no messages in
 * resolved conversations. A message sent before, by its source id, is returned unchanged. `visitor` null = a new visitor,
 * who becomes a contact.
 * @throws AppError as `createMessage` and `enterVisitor` do
 */
export function writeToTeam(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  input: Beginning & { message: NewMessage },
  now: Date,
): Promise<CreatedMessage & { visitor: ContactCaller }> {
  return inTransaction(tx, async (tx) => {
    const writer = visitor ?? (await enterVisitor(tx, inbox, now));
    // Two first messages at once would each begin a conversation.
    await takeAdvisoryLock(tx, 'single conversation', writer.contactInbox.id);
    const { sourceId } = input.message;
    const sent = sourceId === null ? null : await findSent(tx, writer, sourceId);
    if (sent) return { visitor: writer, ...sent };
    const current = await findCurrentConversation(tx, inbox.id, writer);
    if (current && takesMore(current, inbox)) {
      const message = { ...input.message, actor: actorOf(writer) };
      return { visitor: writer, ...(await createMessage(tx, current.id, message, now)) };
    }
    const { conversation, message } = await beginVisitorsConversation(tx, inbox, writer, input, now);
    return { visitor: writer, conversation, message: found(message, 'Message') };
  });
}

/** The conversations of a blocked contact begin resolved. */
function takesMore({ status, contact }: ConversationRecord, { allowMessagesAfterResolved }: WidgetInbox): boolean {
  return status !== 'resolved' || allowMessagesAfterResolved || contact.blocked;
}
