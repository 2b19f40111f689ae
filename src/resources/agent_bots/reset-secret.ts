import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { type AgentBotRow, readBot } from './queries.ts';

/** Gives the bot a new signing secret, which signs everything sent from now on, also retries. */
export function resetSecret(em: EntityManager, bot: AgentBotRow, now: Date): Promise<AgentBotRow> {
  return inTransaction(em, async (em) => {
    await db(em)
      .updateTable('agent_bots')
      .set({ sealed_secret: installationOf(em).vault.seal(newWebhookSecret()), updated_at: now })
      .where('id', '=', bot.id)
      .execute();
    return readBot(em, bot.id);
  });
}
