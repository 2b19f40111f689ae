import type { ConversationRecord } from '../../records/conversation.ts';
import { channels } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus, MessageType } from '../../entities/message.ts';
import { dropJobs, enqueue } from '../../queue.ts';

/** How a message begins its way to the contact. */
export type DeliveryPlan = {
  status: MessageStatus;
  /** Why it cannot be sent; null = it can. */
  externalError: string | null;
  /** What the message's attributes say about it. */
  attributes: Attributes;
  /** Whether another service is to be told of it. */
  isQueued: boolean;
};

const SEND_MESSAGE = 'send_message';
const subjectOf = (messageId: number) => `message ${messageId}`;
const IN_PLACE: DeliveryPlan = { status: 'sent', externalError: null, attributes: {}, isQueued: false };

/**
 * What becomes of a message of the conversation. Those for the team, the contact's own, and those that came from the
 * channel itself need not be sent, nor do those of channels whose contacts fetch them.
 */
export async function planDelivery(
  em: EntityManager,
  { inbox }: ConversationRecord,
  message: { messageType: MessageType; private: boolean; sourceId: string | null },
): Promise<DeliveryPlan> {
  const channel = channels[inbox.channelType];
  const isForContact = message.messageType === 'outgoing' || message.messageType === 'template';
  if (!channel.external || !isForContact || message.private || message.sourceId !== null) return IN_PLACE;

  const { settings, sealed } = await db(em)
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select(['ch.settings', 'ch.sealed_secrets as sealed'])
    .where('i.id', '=', inbox.id)
    .executeTakeFirstOrThrow();
  const obstacle = channel.obstacle({ settings }, openSecrets(em, sealed));
  return obstacle === null
    ? { status: 'sent', externalError: null, attributes: { external_delivery: 'queued' }, isQueued: true }
    : { status: 'failed', externalError: obstacle, attributes: {}, isQueued: false };
}

/** Has the message sent after the commit. */
export async function queueDelivery(
  em: EntityManager,
  message: { id: number; accountId: number },
  now: Date,
): Promise<void> {
  const payload = { message_id: message.id };
  await enqueue(em, { kind: SEND_MESSAGE, accountId: message.accountId, payload, subject: subjectOf(message.id) }, now);
}

/** Forgets to send a message that has not been sent yet. */
export async function dropDelivery(em: EntityManager, messageId: number): Promise<void> {
  await dropJobs(em, SEND_MESSAGE, subjectOf(messageId));
}
