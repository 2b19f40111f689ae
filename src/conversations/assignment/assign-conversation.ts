import type { Actor } from '../../records/actor.ts';
import type { Chain, ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { checkAssignee } from './check-assignee.ts';

/**
 * Assigns the conversation with this row key to a member of the account, or with null to no one; in both cases it is no
 * longer a bot's.
 * @throws AppError `invalid` for a user who does not work in the account
 */
export function assignConversation(
  em: EntityManager,
  id: number,
  input: { assigneeId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, id);
    const assigneeId = before.assignee?.id ?? null;
    if (input.assigneeId === assigneeId && before.assigneeBot === null) return before;
    const chain = await continueChain(em, before, input.actor, now);
    return assignUser(em, before, { ...input, chain }, now);
  });
}

/** As `assignConversation`, for the locked conversation `before`; `chain` is the chain with this change. */
export async function assignUser(
  em: EntityManager,
  before: ConversationRecord,
  input: { assigneeId: number | null; actor: Actor; chain?: Chain },
  now: Date,
): Promise<ConversationRecord> {
  if (input.assigneeId !== null && input.assigneeId === before.assignee?.id) return before;
  if (input.assigneeId !== null) await checkAssignee(em, before.account.id, input.assigneeId);
  const { assigneeId, chain = before.chain } = input;
  const assignment = { ...assignmentOf(before), assigneeId, assigneeBotId: null, chain };
  return changeAssignment(em, before, assignment, (after) => describe(after, input.actor), now);
}

function describe(conversation: ConversationRecord, actor: Actor): string {
  if (!conversation.assignee) return `${actor.name} unassigned this conversation`;
  if (actor.type === 'User' && actor.id === conversation.assignee.id) return `${actor.name} took this conversation`;
  return `${actor.name} assigned this conversation to ${conversation.assignee.name}`;
}
