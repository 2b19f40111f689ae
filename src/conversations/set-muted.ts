import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/changes.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { writeActivity } from './messages/write-activity.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Mutes or unmutes the conversation with this row key. In a muted conversation, an e-mail inbox sends nothing automatically:
 * no replies, no survey, no message about resolving. Status and contact stay unchanged.
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function setMuted(
  tx: Tx,
  id: number,
  input: { muted: boolean; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    if (before.muted === input.muted) return before;
    const chain = await continueChain(tx, before, input.actor, now);

    const content = `${input.actor.name} ${input.muted ? 'muted' : 'unmuted'} the conversation`;
    const activity = await writeActivity(tx, before, content, now);
    const after = await updateConversation(tx, before, { muted: input.muted, chain, ...activity });
    await recordConversationUpdated(tx, after, [change('muted', before.muted, after.muted)], now);
    return after;
  });
}
