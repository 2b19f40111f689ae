import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { type AgentBotRow, readBot } from './queries.ts';

/**
 * Gives the bot a new signing secret, which signs everything sent from now on, also retries.
 * @throws AppError `not_found` when the bot has been deleted
 */
export function resetSecret(tx: Tx, bot: AgentBotRow, now: Date): Promise<AgentBotRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('agent_bots')
      .set({ sealed_secret: tx.installation.vault.seal(newWebhookSecret()), updated_at: now })
      .where('id', '=', bot.id)
      .execute();
    return readBot(tx, bot.id);
  });
}
