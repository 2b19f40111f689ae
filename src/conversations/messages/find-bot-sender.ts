import type { Tx } from '../../db/tx.ts';
import type { SenderRecord } from '../../records/message.ts';
import { found } from '../../errors.ts';
import { isUsableBy } from '../../records/usable-bots.ts';

/**
 * The bot with this id as a sender.
 * @throws AppError `not_found`, "Agent bot not found", for a bot that the account cannot use
 */
export async function findBotSender(tx: Tx, accountId: number, id: number): Promise<SenderRecord> {
  const bot = await tx.db
    .selectFrom('agent_bots')
    .select(['id', 'name', 'avatar_url as avatarUrl'])
    .where('id', '=', id)
    .where(isUsableBy(accountId))
    .executeTakeFirst();
  const nothing = { displayName: null, email: null, phoneNumber: null, identifier: null, presence: null };
  return { type: 'AgentBot', ...nothing, ...found(bot, 'Agent bot') };
}
