import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Priority } from '../entities/conversation.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/payloads.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { noteActivity } from './messages/note-activity.ts';

/** Sets how urgent a conversation is; null = no priority, undefined = as it is. */
export function changePriority(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { priority: Priority | null | undefined; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    const { priority = locked.priority } = input;
    if (locked.priority === priority) return locked;
    const before = await continueChain(em, locked, input.actor, now);
    await db(em).updateTable('conversations').set({ priority, updated_at: now }).where('id', '=', before.id).execute();

    const changed = { ...before, priority, updatedAt: now };
    const after = await noteActivity(em, changed, describe(before.priority, priority, input.actor), now);
    await recordConversationUpdated(em, after, [change('priority', before.priority, after.priority)], now);
    return after;
  });
}

function describe(previous: Priority | null, priority: Priority | null, actor: Actor): string {
  if (priority === null) return `${actor.name} removed the priority`;
  if (previous === null) return `${actor.name} set the priority to ${priority}`;
  return `${actor.name} changed the priority from ${previous} to ${priority}`;
}
