import type { Tx } from '../../db/tx.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { giveAvatar, type NewAvatar } from '../files/give-avatar.ts';
import type { NewBot } from './create-bot.ts';
import { type AgentBotRow, readBot } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type BotChanges = { [K in Exclude<keyof NewBot, 'avatar'>]: NewBot[K] | undefined } & { avatar: NewAvatar };

/**
 * Changes a bot. Pending deliveries go to its new address.
 * @throws AppError `invalid` for an address that must not be sent to or fetched from, `not_found` when the bot has been
 *   deleted
 */
export function updateBot(tx: Tx, bot: AgentBotRow, input: BotChanges, now: Date): Promise<AgentBotRow> {
  const { outgoingUrl } = input;
  if (typeof outgoingUrl === 'string') {
    checkWebhookUrl('outgoing_url', outgoingUrl, tx.installation);
  }

  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('agent_bots')
      .set({
        name: input.name,
        description: input.description,
        outgoing_url: outgoingUrl,
        bot_config: input.botConfig && json(input.botConfig),
        updated_at: now,
      })
      .where('id', '=', bot.id)
      .execute();
    await giveAvatar(tx, { type: 'AgentBot', id: bot.id }, input.avatar, bot.accountId, now);
    return readBot(tx, bot.id);
  });
}
