import { channels } from '../../channels/find-channel.ts';
import { type Provider, PROVIDERS } from '../../channels/providers.ts';
import { json, takeAdvisoryLock } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import type { ChannelType } from '../../entities/channel.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { MessageStatus } from '../../entities/message.ts';
import { enqueueUnlessPending } from '../../queue.ts';
import type { ContactInboxRecord } from '../../records/contact-inbox.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import { canReply } from '../../wire/conversation-blocks.ts';
import { readSendingChannel } from './sending-channel.ts';

/** How a message is sent to the contact by a provider, the one of the inbox's channel. */
export type SendingPlan = {
  status: MessageStatus;
  /** Why it cannot be sent; null = it can. */
  externalError: string | null;
  /** Attributes to add to the message. */
  attributes: Attributes;
  /** The sending provider; null = the message is not sent. */
  provider: Provider | null;
};

/** For messages that no provider sends. */
export const NOTHING_TO_SEND: SendingPlan = { status: 'sent', externalError: null, attributes: {}, provider: null };

/**
 * The plan for a message with these attributes that a provider sends. After the time in which the contact can be
 * answered, only templates that the provider has approved are sent.
 */
export async function planSending(
  tx: Tx,
  conversation: Pick<ConversationRecord, 'inbox' | 'lastIncomingAt'>,
  { template_params: template }: Attributes,
  now: Date,
): Promise<SendingPlan> {
  const { inbox } = conversation;
  const { provider, obstacle } = await readSendingChannel(tx, inbox);
  if (obstacle !== null) return failedPlan(obstacle);
  if (!template && !canReply(conversation, now)) return failedPlan(tooLate(inbox));
  const attributes = { external_delivery: 'queued' };
  return { status: 'sent', externalError: null, attributes, provider };
}

/** For messages that are not sent, with the reason. */
export const failedPlan = (externalError: string): SendingPlan => ({
  status: 'failed',
  externalError,
  attributes: {},
  provider: null,
});

const tooLate = ({ replyWindowHours: hours }: InboxRecord) =>
  `the contact has not written in the last ${hours} hours: only a message template can be sent`;

/** What a message needs to be queued. */
export type Sendable = { id: number; accountId: number; inboxId: number };

/**
 * Queues the message for this provider to the contact with this contact inbox, after messages that wait already. Parts
 * accepted before are not sent again.
 */
export async function queueSending(
  tx: Tx,
  message: Sendable,
  contactInbox: Pick<ContactInboxRecord, 'id'>,
  provider: Provider,
  now: Date,
): Promise<void> {
  await lockSendings(tx, contactInbox.id);
  const former = await takeFormer(tx, message.id);
  if (former?.status !== 'queued') {
    // A message that failed after complete acceptance, or went to another address, is sent anew.
    const goesOn =
      former?.status === 'failed' &&
      former.contactInboxId === contactInbox.id &&
      [null, provider].includes(former.provider as Provider | null);
    await tx.db
      .insertInto('sendings')
      .values({
        account_id: message.accountId,
        inbox_id: message.inboxId,
        contact_inbox_id: contactInbox.id,
        message_id: message.id,
        part_ids: json(goesOn ? former.partIds : []),
        provider: goesOn ? former.provider : null,
        status: 'queued',
        created_at: goesOn ? former.createdAt : now,
      })
      .execute();
  }
  await queueNext(tx, { accountId: message.accountId, contactInboxId: contactInbox.id, provider }, now);
}

/** How the message was sent before, which is stored no longer unless it is still queued; undefined = it never was. */
async function takeFormer(tx: Tx, messageId: number) {
  const former = await tx.db
    .selectFrom('sendings')
    .select([
      'status',
      'part_ids as partIds',
      'provider',
      'contact_inbox_id as contactInboxId',
      'created_at as createdAt',
    ])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (former && former.status !== 'queued') {
    await tx.db.deleteFrom('sendings').where('message_id', '=', messageId).execute();
  }
  return former;
}

/**
 * Takes the lock of `lockSendings` early, where a provider sends the messages of the channel: for transactions that
 * count a conversation, whose lock comes after all others, before they may write a message.
 */
export async function lockSendingsEarly(
  tx: Tx,
  { type, contactInboxId }: { type: ChannelType; contactInboxId: number },
): Promise<void> {
  if (channels[type].external) await lockSendings(tx, contactInboxId);
}

/** The input of `lockSendingsEarly` for a conversation. */
export const sendingsOf = ({ inbox, contactInbox }: Pick<ConversationRecord, 'inbox' | 'contactInbox'>) => ({
  type: inbox.channelType,
  contactInboxId: contactInbox.id,
});

/**
 * Waits until no other transaction changes what is queued for this contact inbox. After the lock of a conversation, and
 * before that for counting conversations.
 */
export async function lockSendings(tx: Tx, contactInboxId: number): Promise<void> {
  await takeAdvisoryLock(tx, 'sendings', contactInboxId);
}

/** The kind of jobs for this provider; separate kinds, so that providers do not delay each other. */
export const sendingKind = <P extends Provider>(provider: P) => `send_by_${provider}` as const;
export const SENDING_KINDS: readonly string[] = PROVIDERS.map(sendingKind);
/** Whether jobs of this kind send messages. */
export const isSending = (kind: string) => SENDING_KINDS.includes(kind);
/** The subject of the jobs for a contact inbox. */
export const subjectOf = (contactInboxId: number | '') => `contact inbox ${contactInboxId}`;

/** The queue of a contact inbox at a provider. */
export type Waiting = { accountId: number; contactInboxId: number; provider: Provider };

/** Queues a job for the first message that waits, unless there is one. To be called after `lockSendings`. */
export function queueNext(tx: Tx, { accountId, contactInboxId, provider }: Waiting, now: Date): Promise<void> {
  const payload = { contact_inbox_id: contactInboxId };
  const job = { kind: sendingKind(provider), accountId, payload, subject: subjectOf(contactInboxId) };
  return enqueueUnlessPending(tx, SENDING_KINDS, job, now);
}

/** Whether a job other than this one is under way for the contact inbox. To be called after `lockSendings`. */
export async function isAnotherSending(tx: Tx, contactInboxId: number, jobId: number): Promise<boolean> {
  const other = await tx.db
    .selectFrom('jobs')
    .select('id')
    .where('subject', '=', subjectOf(contactInboxId))
    .where('kind', 'in', SENDING_KINDS)
    .where('status', '=', 'pending')
    .where('leased_by', 'is not', null)
    .where('id', '!=', jobId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * Removes the message from the queue; a part under way continues. Later messages need not wait for its next attempt: within a
 * minute they get their own job (jobs/sending/resume-sendings.ts).
 */
export async function dropSending(tx: Tx, messageId: number): Promise<void> {
  const dropped = await tx.db
    .deleteFrom('sendings')
    .where('message_id', '=', messageId)
    .returning(['contact_inbox_id as contactInboxId', 'status', 'attempts_count as attemptsCount'])
    .executeTakeFirst();
  if (dropped?.status !== 'queued' || dropped.attemptsCount === 0) return;
  await tx.db
    .deleteFrom('jobs')
    .where('subject', '=', subjectOf(dropped.contactInboxId))
    .where('kind', 'in', SENDING_KINDS)
    .where('status', '=', 'pending')
    .where('leased_by', 'is', null)
    .execute();
}
