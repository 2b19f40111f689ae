import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ContactRecord } from '../../records/contact.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord, SenderRecord } from '../../records/message.ts';
import { found } from '../../errors.ts';
import { isUsableBy } from '../../records/usable-bots.ts';
import { addressMessage } from './address-message.ts';
import { findReference } from './find-reference.ts';
import type { NewMessage } from './new-message.ts';
import { planDelivery, queueDelivery } from './plan-delivery.ts';
import { writeAttachments } from './write-attachments.ts';
import { writeMessage } from './write-message.ts';

/**
 * Writes a new message of the locked conversation with its attachments, and has it sent.
 * @throws AppError `invalid`, 'Invalid email address'; `not_found` for a bot of another account
 */
export async function insertMessage(
  tx: Tx,
  conversation: ConversationRecord,
  input: NewMessage,
  now: Date,
): Promise<MessageRecord> {
  const { account, contact, inbox } = conversation;
  const sender = await findSender(tx, account, contact, input);
  const plan = await planDelivery(tx, inbox, input);
  const place = { accountId: account.id, inboxId: inbox.id, conversationId: conversation.id };
  const message = {
    messageType: input.messageType,
    content: input.content,
    contentType: input.contentType,
    contentAttributes: {
      ...input.contentAttributes,
      ...(isReference(input) && (await findReference(tx, conversation.id, input.contentAttributes))),
      ...(inbox.channelType === 'email' && addressMessage(input.recipients)),
      ...plan.attributes,
    },
    additionalAttributes: input.additionalAttributes,
    status: plan.status,
    externalError: plan.externalError,
    private: input.private,
    sourceId: input.sourceId,
    createdAt: now,
    updatedAt: now,
  };
  const senderType = sender?.type ?? null;
  const columns = { ...message, senderType, senderId: sender?.id ?? null, attachmentsCount: input.files.length };
  const id = await writeMessage(tx, place, columns, now);
  const attachments = input.files.length > 0 ? await writeAttachments(tx, place, id, input.files, now) : [];
  if (plan.isQueued) await queueDelivery(tx, { id, accountId: account.id }, now);
  return { ...message, id, accountId: account.id, inboxId: inbox.id, sender, attachments };
}

/**
 * Who a new message is from: the contact for every incoming one, or the bot that a user names; null = the system.
 * @throws AppError `not_found`, "Agent bot not found", for a bot that the account cannot use
 */
async function findSender(
  tx: Tx,
  account: AccountRecord,
  contact: ContactRecord,
  { messageType, actor, botId }: NewMessage,
): Promise<SenderRecord | null> {
  if (messageType === 'incoming') return { ...contact, type: 'Contact', displayName: null };
  if (actor === null || actor.type === 'PlatformApp') return null;
  if (actor.type === 'User' && botId !== null) return findBot(tx, account.id, botId);
  return { ...actor, type: actor.type, phoneNumber: null, identifier: null };
}

async function findBot(tx: Tx, accountId: number, id: number): Promise<SenderRecord> {
  const bot = await tx.db
    .selectFrom('agent_bots')
    .select(['id', 'name', 'avatar_url as avatarUrl'])
    .where('id', '=', id)
    .where(isUsableBy(accountId))
    .executeTakeFirst();
  const nothing = { displayName: null, email: null, phoneNumber: null, identifier: null };
  return { type: 'AgentBot', ...nothing, ...found(bot, 'Agent bot') };
}

/** Whether the message answers another one. */
function isReference({ contentAttributes }: NewMessage): boolean {
  return contentAttributes['in_reply_to'] !== undefined || contentAttributes['in_reply_to_external_id'] !== undefined;
}
