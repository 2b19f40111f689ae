import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { isUsableBy } from '../../records/usable-bots.ts';
import { giveConversation, holdersOf } from './give-conversation.ts';

/**
 * Gives the conversation to a bot; a person who had it loses it.
 * @throws AppError `not_found`, "Agent bot not found", unless it is a bot of the account or of the installation
 */
export function assignBot(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { botId: number; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    if (locked.assigneeBot?.id === input.botId) return locked;
    await checkBot(em, locked.account.id, input.botId);
    const before = await continueChain(em, locked, input.actor, now);
    const holders = { ...holdersOf(before), assigneeId: null, assigneeBotId: input.botId };
    const describe = ({ assigneeBot }: ConversationRecord) =>
      `${input.actor.name} assigned this conversation to ${assigneeBot?.name ?? ''}`;
    return giveConversation(em, before, holders, describe, now);
  });
}

async function checkBot(em: EntityManager, accountId: number, botId: number): Promise<void> {
  const bot = db(em).selectFrom('agent_bots').select('id').where('id', '=', botId).where(isUsableBy(accountId));
  found(await withKeyShareLock(em, bot).executeTakeFirst(), 'Agent bot');
}
