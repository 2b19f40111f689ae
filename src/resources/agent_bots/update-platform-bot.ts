import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AgentBotRow } from './queries.ts';
import { type BotChanges, updateBot } from './update-bot.ts';

/**
 * Changes a bot, also the account that it is of: null = the installation, undefined = as before. In a new account it
 * leaves the inboxes and conversations of others.
 * @throws AppError as `updateBot` does
 */
export function updatePlatformBot(
  tx: Tx,
  bot: AgentBotRow,
  { accountId, ...input }: BotChanges & { accountId: number | null | undefined },
  now: Date,
): Promise<AgentBotRow> {
  return inTransaction(tx, async (tx) => {
    if (accountId !== undefined && accountId !== bot.accountId) await moveBot(tx, bot.id, accountId);
    return updateBot(tx, bot, input, now);
  });
}

async function moveBot(tx: Tx, id: number, accountId: number | null): Promise<void> {
  await tx.db.updateTable('agent_bots').set({ account_id: accountId }).where('id', '=', id).execute();
  if (accountId === null) return;
  await tx.db
    .updateTable('conversations')
    .set({ assignee_bot_id: null })
    .where('assignee_bot_id', '=', id)
    .where('account_id', '!=', accountId)
    .execute();
  await tx.db
    .updateTable('inboxes')
    .set({ agent_bot_id: null })
    .where('agent_bot_id', '=', id)
    .where('account_id', '!=', accountId)
    .execute();
}
