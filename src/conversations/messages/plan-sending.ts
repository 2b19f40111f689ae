import type { Tx } from '../../db/tx.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import { channels } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { dropJobs, enqueue } from '../../queue.ts';

/** How a message is sent to the contact by another service, the one of the inbox's channel. */
export type SendingPlan = {
  status: MessageStatus;
  /** Why it cannot be sent; null = it can. */
  externalError: string | null;
  /** What is added to the attributes of the message. */
  attributes: Attributes;
  /** Whether it can be sent now. */
  isQueued: boolean;
};

/** For messages that no other service sends. */
export const NOTHING_TO_SEND: SendingPlan = { status: 'sent', externalError: null, attributes: {}, isQueued: false };

/**
 * No channel sends yet, so jobs/job-kinds.ts has no handler: these jobs stay pending (README.md, "What is missing").
 */
const SEND_MESSAGE = 'send_message';
const subjectOf = (messageId: number) => `message ${messageId}`;

/** The plan for a message that another service sends. */
export async function planSending(tx: Tx, inbox: InboxRecord): Promise<SendingPlan> {
  const { settings, sealed } = await tx.db
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select(['ch.settings', 'ch.sealed_secrets as sealed'])
    .where('i.id', '=', inbox.id)
    .executeTakeFirstOrThrow();
  const obstacle = channels[inbox.channelType].obstacle({ settings }, openSecrets(tx, sealed));
  return obstacle === null
    ? { status: 'sent', externalError: null, attributes: { external_delivery: 'queued' }, isQueued: true }
    : { status: 'failed', externalError: obstacle, attributes: {}, isQueued: false };
}

/** Queues the message for its channel to send. */
export async function queueSending(tx: Tx, message: { id: number; accountId: number }, now: Date): Promise<void> {
  const payload = { message_id: message.id };
  await enqueue(tx, { kind: SEND_MESSAGE, accountId: message.accountId, payload, subject: subjectOf(message.id) }, now);
}

/** Removes the message from the queue, if it is in it; sending that is under way goes on. */
export async function dropSending(tx: Tx, messageId: number): Promise<void> {
  await dropJobs(tx, SEND_MESSAGE, subjectOf(messageId));
}
