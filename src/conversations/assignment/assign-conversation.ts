import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { giveConversation, holdersOf } from './give-conversation.ts';
import { checkAssignee } from './check-assignee.ts';

/**
 * Gives the conversation to a member of the account, or with null to nobody; a bot loses it either way.
 * @throws AppError `invalid` for a user who does not work in the account
 */
export function assignConversation(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { assigneeId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, conversation.id);
    const assigneeId = before.assignee?.id ?? null;
    if (input.assigneeId === assigneeId && before.assigneeBot === null) return before;
    return assignLocked(em, await continueChain(em, before, input.actor, now), input, now);
  });
}

/** As `assignConversation`, as a part of a change of the locked conversation. */
export async function assignLocked(
  em: EntityManager,
  before: ConversationRecord,
  input: { assigneeId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  if (input.assigneeId !== null && input.assigneeId === before.assignee?.id) return before;
  if (input.assigneeId !== null) await checkAssignee(em, before.account.id, input.assigneeId);
  const holders = { ...holdersOf(before), assigneeId: input.assigneeId, assigneeBotId: null };
  return giveConversation(em, before, holders, (after) => describe(after, input.actor), now);
}

function describe(conversation: ConversationRecord, actor: Actor): string {
  if (!conversation.assignee) return `${actor.name} unassigned this conversation`;
  if (actor.type === 'User' && actor.id === conversation.assignee.id) return `${actor.name} took this conversation`;
  return `${actor.name} assigned this conversation to ${conversation.assignee.name}`;
}
