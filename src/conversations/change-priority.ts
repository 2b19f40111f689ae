import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Priority } from '../entities/conversation.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/changes.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { writeActivity } from './messages/write-activity.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Sets the priority of the conversation with this row key; null = none, undefined = as it is.
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function changePriority(
  tx: Tx,
  id: number,
  input: { priority: Priority | null | undefined; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const { priority = before.priority } = input;
    if (before.priority === priority) return before;
    const chain = await continueChain(tx, before, input.actor, now);

    const activity = await writeActivity(tx, before, describe(before.priority, priority, input.actor), now);
    const after = await updateConversation(tx, before, { priority, chain, ...activity });
    await recordConversationUpdated(tx, after, [change('priority', before.priority, after.priority)], now);
    return after;
  });
}

function describe(previous: Priority | null, priority: Priority | null, actor: Actor): string {
  if (priority === null) return `${actor.name} removed the priority`;
  if (previous === null) return `${actor.name} set the priority to ${priority}`;
  return `${actor.name} changed the priority from ${previous} to ${priority}`;
}
