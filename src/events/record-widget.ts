import type { Tx } from '../db/tx.ts';
import type { Attributes } from '../entities/columns.ts';
import type { ContactRecord } from '../records/contact.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { InboxRecord } from '../records/inbox.ts';
import { readNewestPublicMessage } from '../records/newest-message.ts';
import { widgetOpenedPayload } from '../wire/payloads.ts';
import { contactLane, record } from './record.ts';
import { whereOf } from './record-conversation.ts';

/** A contact in the inbox of the widget. */
export type Visitor = { contact: ContactRecord; inbox: InboxRecord; sourceId: string };

/**
 * Records that a contact opened the widget. `conversation` is their newest in the inbox, null = none; `info` is what the
 * page told.
 */
export async function recordWidgetOpened(
  tx: Tx,
  visitor: Visitor,
  conversation: ConversationRecord | null,
  info: Attributes,
  now: Date,
): Promise<void> {
  const current = conversation && { conversation, newest: await readNewestPublicMessage(tx, conversation) };
  const payload = widgetOpenedPayload(visitor, current, info, now, tx.installation.publicUrl);
  const where = conversation ? whereOf(conversation, now) : whereOfVisitor(visitor);
  await record(tx, { type: 'webwidget_triggered', ...where, payload }, now);
}

function whereOfVisitor({ contact, inbox }: Visitor) {
  return {
    accountId: inbox.account.id,
    inboxId: inbox.id,
    lane: contactLane(contact.id),
    toInbox: inbox.webhookUrl !== null,
    botIds: inbox.agentBotId === null ? [] : [inbox.agentBotId],
  };
}
