import type { Tx } from '../../db/tx.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import { channels } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus, MessageType } from '../../entities/message.ts';
import { dropJobs, enqueue } from '../../queue.ts';

/** How a new message gets to the contact. */
export type DeliveryPlan = {
  status: MessageStatus;
  /** Why it cannot be sent; null = it can. */
  externalError: string | null;
  /** What the message's attributes say about it. */
  attributes: Attributes;
  /** Whether it is sent through another service. */
  isQueued: boolean;
};

const SEND_MESSAGE = 'send_message';
const subjectOf = (messageId: number) => `message ${messageId}`;
const NOT_SENT: DeliveryPlan = { status: 'sent', externalError: null, attributes: {}, isQueued: false };

/**
 * How a message of the inbox is delivered. Messages for the team, of the contact, and from the channel itself are not
 * sent, nor are those of channels whose clients fetch them.
 */
export async function planDelivery(
  tx: Tx,
  inbox: InboxRecord,
  message: { messageType: MessageType; private: boolean; sourceId: string | null },
): Promise<DeliveryPlan> {
  const channel = channels[inbox.channelType];
  const isForContact = message.messageType === 'outgoing' || message.messageType === 'template';
  if (!channel.external || !isForContact || message.private || message.sourceId !== null) return NOT_SENT;

  const { settings, sealed } = await tx.db
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select(['ch.settings', 'ch.sealed_secrets as sealed'])
    .where('i.id', '=', inbox.id)
    .executeTakeFirstOrThrow();
  const obstacle = channel.obstacle({ settings }, openSecrets(tx, sealed));
  return obstacle === null
    ? { status: 'sent', externalError: null, attributes: { external_delivery: 'queued' }, isQueued: true }
    : { status: 'failed', externalError: obstacle, attributes: {}, isQueued: false };
}

/** Queues the sending of the message, which begins after the commit. */
export async function queueDelivery(tx: Tx, message: { id: number; accountId: number }, now: Date): Promise<void> {
  const payload = { message_id: message.id };
  await enqueue(tx, { kind: SEND_MESSAGE, accountId: message.accountId, payload, subject: subjectOf(message.id) }, now);
}

/** Removes a message that has not been sent yet from the queue. */
export async function dropDelivery(tx: Tx, messageId: number): Promise<void> {
  await dropJobs(tx, SEND_MESSAGE, subjectOf(messageId));
}
