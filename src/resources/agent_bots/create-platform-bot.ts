import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { permit } from '../platform_tokens/permissions.ts';
import { createBot, type NewBot } from './create-bot.ts';
import type { AgentBotRow } from './queries.ts';

/**
 * Makes a bot of the account, or of the installation with `accountId` null, which the platform app may manage.
 * @throws AppError as `createBot` does
 */
export function createPlatformBot(
  tx: Tx,
  platformAppId: number,
  accountId: number | null,
  input: NewBot,
  now: Date,
): Promise<{ bot: AgentBotRow; accessToken: string }> {
  return inTransaction(tx, async (tx) => {
    const created = await createBot(tx, accountId, input, now);
    await permit(tx, platformAppId, { type: 'AgentBot', id: created.bot.id }, now);
    return created;
  });
}
