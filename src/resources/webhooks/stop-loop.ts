import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LONGEST_CHAIN, type LoopStopped } from '../../events/chain.ts';

/**
 * Stores that a change of a conversation was refused at the end of its chain, and shows it at the receiver that the
 * chain came from. Returns whether it is the first such refusal of the chain.
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

/** An inbox's address has no row of its own; its loops are only logged. */
const SHOWN_IN = { Webhook: 'webhooks', AgentBot: 'agent_bots', Inbox: null } as const;
