import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { Chain, ConversationRecord } from '../../records/conversation.ts';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { checkAssignee } from './check-assignee.ts';

/**
 * Assigns the conversation with this row key to a member of the account, or with null to no one; in both cases it is no
 * longer a bot's.
 * @throws AppError `invalid` for a user who does not work in the account
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function assignConversation(
  tx: Tx,
  id: number,
  input: { assigneeId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const assigneeId = before.assignee?.id ?? null;
    if (input.assigneeId === assigneeId && before.assigneeBot === null) return before;
    const chain = await continueChain(tx, before, input.actor, now);
    return assignUser(tx, before, { ...input, chain }, now);
  });
}

/**
 * As `assignConversation`, for the locked conversation `before`. `chain` is the chain with this change; left out, it
 * stays as it is.
 */
export async function assignUser(
  tx: Tx,
  before: ConversationRecord,
  input: { assigneeId: number | null; actor: Actor; chain?: Chain },
  now: Date,
): Promise<ConversationRecord> {
  if (input.assigneeId !== null && input.assigneeId === before.assignee?.id) return before;
  if (input.assigneeId !== null) await checkAssignee(tx, before.account.id, input.assigneeId);
  const { assigneeId, actor, chain = before.chain } = input;
  const assignment = { ...assignmentOf(before), assigneeId, assigneeBotId: null, chain, actor };
  return changeAssignment(tx, before, assignment, (after) => describe(after, actor), now);
}

function describe(conversation: ConversationRecord, actor: Actor): string {
  if (!conversation.assignee) return `${actor.name} unassigned this conversation`;
  if (actor.type === 'User' && actor.id === conversation.assignee.id) return `${actor.name} took this conversation`;
  return `${actor.name} assigned this conversation to ${conversation.assignee.name}`;
}
