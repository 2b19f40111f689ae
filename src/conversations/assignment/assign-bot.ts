import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { isUsableBy } from '../../records/usable-bots.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';

/**
 * Assigns the conversation with this row key to a bot, and no longer to a user.
 * @throws AppError `not_found`, "Agent bot not found", unless it is a bot of the account or of the installation
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function assignBot(
  tx: Tx,
  id: number,
  input: { botId: number; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    if (before.assigneeBot?.id === input.botId) return before;
    await checkBot(tx, before.account.id, input.botId);
    const chain = await continueChain(tx, before, input.actor, now);
    const assignment = {
      ...assignmentOf(before),
      assigneeId: null,
      assigneeBotId: input.botId,
      chain,
      actor: input.actor,
    };
    const describe = ({ assigneeBot }: ConversationRecord) =>
      `${input.actor.name} assigned this conversation to ${assigneeBot?.name ?? ''}`;
    return changeAssignment(tx, before, assignment, describe, now);
  });
}

async function checkBot(tx: Tx, accountId: number, botId: number): Promise<void> {
  const bot = tx.db.selectFrom('agent_bots').select('id').where('id', '=', botId).where(isUsableBy(accountId));
  found(await withKeyShareLock(tx, bot).executeTakeFirst(), 'Agent bot');
}
