import { channels } from '../../channels/find-channel.ts';
import type { Tx } from '../../db/tx.ts';
import type { ContentType } from '../../entities/message.ts';
import { enqueueUnlessPending } from '../../queue.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import type { MessageRecord } from '../../records/message.ts';
import { MINUTE } from '../../time.ts';

/** The kind of the jobs that mail what contacts have not seen. */
export const CONTINUING = 'continue_by_email';
/** How long messages are collected for one mail, from the first of them. */
const COLLECTING_MS = 2 * MINUTE;
/** Of what the inbox itself writes, what is worth a mail: a question in the widget is not. */
export const MAILED_TEMPLATES: readonly ContentType[] = ['text', 'input_csat'];

/** A message of which it is asked whether it follows the contact. */
type Followed = Pick<MessageRecord, 'id' | 'messageType' | 'private' | 'contentType'>;

/**
 * Plans that the new message of the locked conversation follows its contact by mail, together with those written until
 * then, if the inbox says so and there is an address.
 */
export async function planContinuity(
  tx: Tx,
  conversation: ConversationRecord,
  message: Followed,
  now: Date,
): Promise<void> {
  if (!isWorthMail(message) || !(await isContinued(tx, conversation))) return;
  await queueContinuity(tx, conversation, message.id, now);
}

/** Whether the contact may have to read the message: it is no note, no activity and not theirs. */
export function isWorthMail({ messageType, private: isPrivate, contentType }: Omit<Followed, 'id'>): boolean {
  if (isPrivate) return false;
  return messageType === 'outgoing' || (messageType === 'template' && MAILED_TEMPLATES.includes(contentType));
}

/**
 * Whether what the contact has not seen follows them by mail: they have an address, the inbox says so, and the
 * installation can send mails and be answered.
 */
export async function isContinued(tx: Tx, conversation: ConversationRecord): Promise<boolean> {
  const { inbox, contact } = conversation;
  const { canSend, inboundDomain } = tx.installation.mail;
  const { continuesByMail } = channels[inbox.channelType];
  if (!canSend || inboundDomain === '' || !mailAddressOf(conversation) || contact.blocked || !continuesByMail) {
    return false;
  }
  const { settings } = await tx.db
    .selectFrom('channels')
    .select('settings')
    .where('id', '=', inbox.channelId)
    .executeTakeFirstOrThrow();
  return continuesByMail(settings);
}

/** Queues the mail with the messages of the locked conversation from this one on, unless one is queued. */
export function queueContinuity(
  tx: Tx,
  { id, account }: Pick<ConversationRecord, 'id' | 'account'>,
  firstMessageId: number,
  now: Date,
): Promise<void> {
  const job = {
    kind: CONTINUING,
    accountId: account.id,
    payload: { conversation_id: id, first_message_id: firstMessageId },
    subject: `conversation ${id}`,
    dueAt: new Date(now.getTime() + COLLECTING_MS),
  };
  return enqueueUnlessPending(tx, [CONTINUING], job, now);
}
