import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withKeyShareLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { type AgentBotRow, findBot } from '../agent_bots/queries.ts';
import { touchInboxes } from './write-inbox.ts';

/**
 * Connects the bot to the inbox, replacing any other; null = no bot. Returns the bot.
 * @throws AppError `not_found` for a bot that the account may not use, or when the inbox has been deleted
 */
export function setAgentBot(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  botId: number | null,
  now: Date,
): Promise<AgentBotRow | null> {
  return inTransaction(tx, async (tx) => {
    const bot = botId === null ? null : await lockBot(tx, account, botId);
    const updated = await tx.db
      .updateTable('inboxes')
      .set({ agent_bot_id: botId, updated_at: now })
      .where('id', '=', inboxId)
      .where('account_id', '=', account.id)
      .where(isActiveInbox())
      .returning('id')
      .executeTakeFirst();
    found(updated, 'Inbox');
    await touchInboxes(tx, account.id, now);
    return bot;
  });
}

/** Locks the bot before the inbox, like the deletion of a bot. */
async function lockBot(tx: Tx, account: AccountRecord, id: number): Promise<AgentBotRow> {
  await withKeyShareLock(tx, tx.db.selectFrom('agent_bots').select('id').where('id', '=', id)).execute();
  return found(await findBot(tx, account.id, id), 'Agent bot');
}
