import type { Tx } from '../../../db/tx.ts';
import { startWithMessage } from '../../../conversations/create-conversation.ts';
import type { NewMessage } from '../../../conversations/messages/new-message.ts';
import { setLabels } from '../../../conversations/set-labels.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Attributes } from '../../../entities/columns.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { actorOf, type ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { knownLabels } from './known-labels.ts';

/** What a visitor's conversation begins with. */
export type Beginning = {
  customAttributes: Attributes;
  /** Where it comes from (`originOf`). */
  additionalAttributes: Attributes;
  /** Unknown labels are left out. */
  labels: readonly string[];
};

/** A visitor's conversation, and the message that they wrote; null = none. */
export type Begun = { conversation: ConversationRecord; message: MessageRecord | null };

/** Starts a conversation of the visitor, as `startConversation` does. @throws AppError as it does */
export function beginVisitorsConversation(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  { labels, message, ...given }: Beginning & { message: NewMessage | null },
  now: Date,
): Promise<Begun> {
  return inTransaction(tx, async (tx) => {
    const { contact, contactInbox } = visitor;
    const place = { ...contactInbox, contactId: contact.id, inboxId: inbox.id };
    const actor = actorOf(visitor);
    const input = { ...given, status: null, assigneeId: null, teamId: null, message: message && { ...message, actor } };
    const begun = await startWithMessage(tx, inbox.account, place, input, now);
    const known = await knownLabels(tx, inbox.account.id, labels);
    if (known.length === 0) return begun;
    const all = [...begun.conversation.labels, ...known];
    return { ...begun, conversation: await setLabels(tx, begun.conversation.id, { labels: all, actor }, now) };
  });
}
