import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LONGEST_CHAIN, type LoopStopped } from '../../events/chain.ts';

/**
 * Stores the refusal of a change in a conversation because its chain is too long; with the receiver where the chain came
 * from, if it is a webhook or a bot, also time and conversation. Returns whether it is the chain's first refusal; later
 * refusals are not stored.
 */
export function stopLoop(tx: Tx, { conversation, origin }: LoopStopped, now: Date): Promise<boolean> {
  return inTransaction(tx, async (tx) => {
    const stopped = await tx.db
      .updateTable('conversations')
      .set({ chain_length: LONGEST_CHAIN + 1 })
      .where('id', '=', conversation.id)
      .where('chain_length', '=', LONGEST_CHAIN)
      .executeTakeFirst();
    if (Number(stopped.numUpdatedRows) === 0) return false;

    const table = origin && SHOWN_IN[origin.receiverType];
    if (origin && table) {
      await tx.db
        .updateTable(table)
        .set({ loop_stopped_at: now, loop_conversation_id: conversation.displayId })
        .where('id', '=', origin.receiverId)
        .execute();
    }
    return true;
  });
}

/** The addresses of inboxes and of actions have no rows of their own; their loops are only logged. */
const SHOWN_IN = { Webhook: 'webhooks', AgentBot: 'agent_bots', Inbox: null, Job: null } as const;
