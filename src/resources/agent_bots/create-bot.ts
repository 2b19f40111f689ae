import type { AccountRecord } from '../../records/account.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { newWebhookSecret } from '../../secrets.ts';
import { replaceToken } from '../access_tokens/replace-token.ts';
import { giveAvatar, type NewAvatar } from '../files/give-avatar.ts';
import { type AgentBotRow, readBot } from './queries.ts';

export type NewBot = {
  name: string;
  description: string | null;
  /** Where its events go; null = nowhere. */
  outgoingUrl: string | null;
  botConfig: Attributes;
  avatar: NewAvatar;
};

/**
 * Adds a bot to the account, with a secret that signs what is sent to it, and a token, which is returned in the clear.
 * @throws AppError `invalid` for an address that must not be sent to or fetched from
 */
export function createBot(
  em: EntityManager,
  account: AccountRecord,
  input: NewBot,
  now: Date,
): Promise<{ bot: AgentBotRow; accessToken: string }> {
  const { vault, allowedNetworks } = installationOf(em);
  if (input.outgoingUrl !== null) checkWebhookUrl('outgoing_url', input.outgoingUrl, allowedNetworks);

  return inTransaction(em, async (em) => {
    const { id } = await db(em)
      .insertInto('agent_bots')
      .values({
        account_id: account.id,
        name: input.name,
        description: input.description,
        outgoing_url: input.outgoingUrl,
        bot_config: json(input.botConfig),
        sealed_secret: vault.seal(newWebhookSecret()),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await giveAvatar(em, { type: 'AgentBot', id }, input.avatar, account.id, now);
    const accessToken = await replaceToken(em, { type: 'AgentBot', id }, now);
    return { bot: await readBot(em, id), accessToken };
  });
}
