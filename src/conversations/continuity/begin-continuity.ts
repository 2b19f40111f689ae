import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { endJob } from '../../queue.ts';
import { isOnline } from '../../records/availability.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import { HOUR } from '../../time.ts';
import { endContinuity, lockIfThere, type UnderWay } from './end-continuity.ts';
import { findUnseen } from './find-unseen.ts';
import { isContinued } from './plan-continuity.ts';

/** How long a mail waits for somebody who is on the website but does not look, from the first message. */
const LONGEST_WAIT_MS = HOUR;
const INTERRUPTED =
  'the server ended while it sent the mail: it is not known whether it arrived, and it is not sent again';

/** The messages that a mail is to take to the contact of the conversation. */
export type Begun = { conversation: ConversationRecord; messages: MessageRecord[] };

/** `online`: the contact is on the website now, and may see the messages there. */
export type Beginning = { is: 'begun'; begun: Begun } | { is: 'online' } | { is: 'over' };

/** The job that mails what the contact has not seen of the messages from the first one on. */
export type ContinuityJob = { id: number; createdAt: Date; conversationId: number; firstMessageId: number };

/**
 * Notes which messages the next mail has: those that the contact has not seen until now. What a mail may have taken already
 * is in no other one. With nothing to mail, the job has ended.
 */
export function beginContinuity(tx: Tx, job: ContinuityJob, now: Date): Promise<Beginning> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockIfThere(tx, job.conversationId);
    if (conversation === null || !(await isContinued(tx, conversation))) {
      await dropQueued(tx, job, []);
      await endJob(tx, job.id, now);
      return { is: 'over' };
    }
    const cutOff = await findCutOff(tx, job);
    if (cutOff.length > 0) {
      const underWay: UnderWay = { conversation, messageIds: cutOff, jobId: job.id };
      await endContinuity(tx, underWay, { messageId: null, error: INTERRUPTED }, now);
      return { is: 'over' };
    }
    const messages = await findUnseen(tx, conversation, job.firstMessageId, now);
    await dropQueued(tx, job, idsOf(messages));
    if (messages.length === 0) {
      await endJob(tx, job.id, now);
      return { is: 'over' };
    }
    const age = now.getTime() - job.createdAt.getTime();
    if (isOnline(conversation.contactOnlineUntil, now) && age < LONGEST_WAIT_MS) return { is: 'online' };
    await queueAll(tx, conversation, messages, now);
    return { is: 'begun', begun: { conversation, messages } };
  });
}

/**
 * Stores that the mail with these messages is under way from now on. False when one of them is queued no more, as after it was
 * deleted: then it must not be sent with them.
 */
export function noteUnderWay(tx: Tx, { messages }: Begun, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const set = (begunAt: Date | null) =>
      tx.db
        .updateTable('sendings')
        .set({ begun_at: begunAt })
        .where('message_id', 'in', idsOf(messages))
        .where('status', '=', 'queued')
        .executeTakeFirst();
    const isWhole = Number((await set(now)).numUpdatedRows) === messages.length;
    if (!isWhole) await set(null);
    return isWhole;
  });
}

const idsOf = (messages: readonly MessageRecord[]) => messages.map(({ id }) => id);

/** The messages of a mail that was under way when a process ended. */
async function findCutOff(tx: Tx, job: ContinuityJob): Promise<number[]> {
  const rows = await queuedOf(tx, job).where('begun_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

/** Takes what waited for a mail out of the queue, but these messages: the contact has seen it meanwhile. */
async function dropQueued(tx: Tx, job: ContinuityJob, messageIds: readonly number[]): Promise<void> {
  const queued = await queuedOf(tx, job).where('begun_at', 'is', null).execute();
  const seen = queued.map(({ id }) => id).filter((id) => !messageIds.includes(id));
  if (seen.length > 0) await tx.db.deleteFrom('sendings').where('message_id', 'in', seen).execute();
}

function queuedOf(tx: Tx, { conversationId, firstMessageId }: ContinuityJob) {
  return tx.db
    .selectFrom('sendings')
    .innerJoin('messages as m', 'm.id', 'sendings.message_id')
    .select('m.id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.id', '>=', firstMessageId)
    .where('sendings.status', '=', 'queued')
    .orderBy('m.id');
}

/** Queues the messages that are not queued yet. */
async function queueAll(
  tx: Tx,
  { account, inbox, contactInbox }: ConversationRecord,
  messages: readonly MessageRecord[],
  now: Date,
): Promise<void> {
  await tx.db
    .insertInto('sendings')
    .values(
      messages.map(({ id }) => ({
        account_id: account.id,
        inbox_id: inbox.id,
        contact_inbox_id: contactInbox.id,
        message_id: id,
        part_ids: json([]),
        provider: 'email',
        status: 'queued' as const,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['message_id']).doNothing())
    .execute();
}
