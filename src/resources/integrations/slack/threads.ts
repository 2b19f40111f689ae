import type { Tx } from '../../../db/tx.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import type { SlackHook } from '../../hooks/slack/slack-hook.ts';
import { SLACK_KEYS } from './slack-key.ts';

/** The thread of a conversation; its fields change as messages are told. */
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

/**
 * The thread of the conversation in the chosen channel; a new one begins with the message `first`.
 * @throws AppError `not_found` when the conversation has been deleted
 */
export async function threadOf(
  tx: Tx,
  { hook, channelId }: SlackHook,
  conversationId: number,
  first: number,
): Promise<SlackThreadRow> {
  await readConversation(tx, conversationId);
  await tx.db
    .insertInto('slack_threads')
    .values({ hook_id: hook.id, conversation_id: conversationId, channel_id: channelId, last_message_id: first - 1 })
    .onConflict((conflict) => conflict.columns(['hook_id', 'conversation_id']).doNothing())
    .execute();
  const thread = await tx.db
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
    .where('hook_id', '=', hook.id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return { ...thread, lastMessageId: Math.max(thread.lastMessageId, hook.afterMessageId ?? 0) };
}

/** The next message that Slack is told of, which was not written there; null = there is none. */
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

/** Notes that Slack is being told of the message. */
export async function beginTelling(tx: Tx, thread: SlackThreadRow, messageId: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('slack_threads')
    .set({ sending_message_id: messageId, sending_since: now })
    .where('id', '=', thread.id)
    .execute();
  thread.sendingMessageId = messageId;
}

/** Notes that Slack has the message, by this name; null = it was left out. */
export async function endTelling(tx: Tx, thread: SlackThreadRow, messageId: number, ts: string | null): Promise<void> {
  thread.threadTs ??= ts;
  thread.lastMessageId = messageId;
  thread.sendingMessageId = null;
  await tx.db
    .updateTable('slack_threads')
    .set({ thread_ts: thread.threadTs, last_message_id: messageId, sending_message_id: null, sending_since: null })
    .where('id', '=', thread.id)
    .execute();
}
