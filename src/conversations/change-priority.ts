import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Priority } from '../entities/conversation.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/payloads.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { writeActivity } from './messages/write-message.ts';
import { updateConversation } from './update-conversation.ts';

/** Sets the priority of the conversation with this row key; null = none, undefined = as it is. */
export function changePriority(
  em: EntityManager,
  id: number,
  input: { priority: Priority | null | undefined; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, id);
    const { priority = before.priority } = input;
    if (before.priority === priority) return before;
    const chain = await continueChain(em, before, input.actor, now);

    const activity = await writeActivity(em, before, describe(before.priority, priority, input.actor), now);
    const after = await updateConversation(em, before, { priority, chain, ...activity });
    await recordConversationUpdated(em, after, [change('priority', before.priority, after.priority)], now);
    return after;
  });
}

function describe(previous: Priority | null, priority: Priority | null, actor: Actor): string {
  if (priority === null) return `${actor.name} removed the priority`;
  if (previous === null) return `${actor.name} set the priority to ${priority}`;
  return `${actor.name} changed the priority from ${previous} to ${priority}`;
}
