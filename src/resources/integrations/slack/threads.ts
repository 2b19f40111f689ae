import type { Tx } from '../../../db/tx.ts';
import { found } from '../../../errors.ts';
import type { SlackHook } from '../../hooks/slack/slack-hook.ts';
import { SLACK_KEYS } from './slack-key.ts';

/** The Slack thread of a conversation. */
export type SlackThreadRow = {
  id: number;
  conversationId: number;
  channelId: string;
  threadTs: string | null;
  /** The last message that is there, or was left out. */
  lastMessageId: number;
  sendingMessageId: number | null;
  sendingSince: Date | null;
};

/** The thread of the conversation in the chosen channel; a new one begins with the message `first`. */
export async function threadOf(
  tx: Tx,
  { hook, channelId }: SlackHook,
  conversationId: number,
  first: number,
): Promise<SlackThreadRow> {
  const thread =
    (await findThread(tx, hook.id, conversationId)) ??
    (await addThread(tx, { hook_id: hook.id, conversation_id: conversationId, channel_id: channelId }, first));
  return { ...thread, lastMessageId: Math.max(thread.lastMessageId, hook.afterMessageId ?? 0) };
}

async function addThread(
  tx: Tx,
  thread: { hook_id: number; conversation_id: number; channel_id: string },
  first: number,
): Promise<SlackThreadRow> {
  await tx.db
    .insertInto('slack_threads')
    .values({ ...thread, last_message_id: first - 1 })
    .onConflict((conflict) => conflict.columns(['hook_id', 'conversation_id']).doNothing())
    .execute();
  return found(await findThread(tx, thread.hook_id, thread.conversation_id), 'Thread');
}

function findThread(tx: Tx, hookId: number, conversationId: number): Promise<SlackThreadRow | undefined> {
  return tx.db
    .selectFrom('slack_threads')
    .select([
      'id',
      'conversation_id as conversationId',
      'channel_id as channelId',
      'thread_ts as threadTs',
      'last_message_id as lastMessageId',
      'sending_message_id as sendingMessageId',
      'sending_since as sendingSince',
    ])
    .where('hook_id', '=', hookId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** The next message to send to Slack, except messages written there; null = there is none. */
export async function nextMessageId(tx: Tx, { conversationId, lastMessageId }: SlackThreadRow): Promise<number | null> {
  const next = await tx.db
    .selectFrom('messages as m')
    .select('m.id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.id', '>', lastMessageId)
    .where('m.message_type', '!=', 'activity')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_sources as s')
            .select('s.id')
            .whereRef('s.message_id', '=', 'm.id')
            .where('s.key', 'like', `${SLACK_KEYS}%`),
        ),
      ),
    )
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst();
  return next?.id ?? null;
}

/**
 * Notes that Slack is being told of the message.
 * @throws Error when somebody else has gone on with the thread since it was read, or it is gone
 */
export async function beginTelling(
  tx: Tx,
  { id, sendingMessageId, sendingSince }: SlackThreadRow,
  messageId: number,
  now: Date,
): Promise<void> {
  const begun = await tx.db
    .updateTable('slack_threads')
    .set({ sending_message_id: messageId, sending_since: now })
    .where('id', '=', id)
    .where('last_message_id', '<', messageId)
    .where('sending_message_id', sendingMessageId === null ? 'is' : '=', sendingMessageId)
    .where('sending_since', sendingSince === null ? 'is' : '=', sendingSince)
    .executeTakeFirst();
  mustBeOne(begun);
}

/**
 * Notes that Slack has the message, by this name; null = it was left out.
 * @throws Error when somebody else has gone on with the thread since this was begun, or it is gone
 */
export async function endTelling(
  tx: Tx,
  { id, threadTs }: SlackThreadRow,
  messageId: number,
  ts: string | null,
): Promise<void> {
  const ended = await tx.db
    .updateTable('slack_threads')
    .set({ thread_ts: threadTs ?? ts, last_message_id: messageId, sending_message_id: null, sending_since: null })
    .where('id', '=', id)
    .where('sending_message_id', '=', messageId)
    .executeTakeFirst();
  mustBeOne(ended);
}

function mustBeOne({ numUpdatedRows }: { numUpdatedRows: bigint }): void {
  if (Number(numUpdatedRows) !== 1) throw new Error('the thread at Slack has changed meanwhile');
}
