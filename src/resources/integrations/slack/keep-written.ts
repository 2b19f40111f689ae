import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { enqueue } from '../../../queue.ts';
import type { Written } from './received-text.ts';

/** The kind of job that adds what was written at Slack to a conversation. */
export const RECEIVE_SLACK = 'receive_slack';

/**
 * Stores a message from the thread of a conversation, for a job to add it there. Ignores other threads and suspended
 * accounts.
 */
export function keepWritten(
  tx: Tx,
  { team, channel, ts, threadTs, user, text, files }: Written,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const threads = await tx.db
      .selectFrom('slack_threads as t')
      .innerJoin('hooks as h', 'h.id', 't.hook_id')
      .innerJoin('authorizations as z', 'z.id', 'h.authorization_id')
      .innerJoin('accounts as a', 'a.id', 'h.account_id')
      .select(['h.account_id as accountId', 't.conversation_id as conversationId'])
      .where('t.thread_ts', '=', threadTs)
      .where('t.channel_id', '=', channel)
      .where('z.provider', '=', 'slack')
      .where('z.reference_id', '=', team)
      .where('h.enabled', '=', true)
      .where('a.status', '=', 'active')
      .execute();
    for (const { accountId, conversationId } of threads) {
      const sent = files.map(({ id, name, contentType, url }) => ({ id, name, content_type: contentType, url }));
      const payload = {
        conversation_id: conversationId,
        team,
        channel,
        ts,
        thread_ts: threadTs,
        user,
        text,
        files: sent,
      };
      await enqueue(tx, { kind: RECEIVE_SLACK, accountId, payload }, now);
    }
  });
}
