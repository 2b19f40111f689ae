import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { giveAvatar, type NewAvatar } from '../files/give-avatar.ts';
import type { NewBot } from './create-bot.ts';
import { type AgentBotRow, readBot } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type BotChanges = { [K in Exclude<keyof NewBot, 'avatar'>]: NewBot[K] | undefined } & { avatar: NewAvatar };

/**
 * Changes a bot. What is still due to it goes to the address that it has by then.
 * @throws AppError `invalid` for an address that may not be sent to, or fetched from
 */
export function updateBot(em: EntityManager, bot: AgentBotRow, input: BotChanges, now: Date): Promise<AgentBotRow> {
  const { outgoingUrl } = input;
  if (typeof outgoingUrl === 'string') {
    checkWebhookUrl('outgoing_url', outgoingUrl, installationOf(em).allowedNetworks);
  }

  return inTransaction(em, async (em) => {
    await db(em)
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
    await giveAvatar(em, { type: 'AgentBot', id: bot.id }, input.avatar, bot.accountId, now);
    return readBot(em, bot.id);
  });
}
