import type { Tx } from '../../db/tx.ts';
import { checkWebhookUrl } from '../../channels/check-webhook-url.ts';
import { json } from '../../db/dialect.ts';
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
 * Adds a bot to the account, or to the installation with `accountId` null, with a secret that signs what is sent to it, and a token, which is returned in the clear.
 * @throws AppError `invalid` for an address that must not be sent to or fetched from
 */
export function createBot(
  tx: Tx,
  accountId: number | null,
  input: NewBot,
  now: Date,
): Promise<{ bot: AgentBotRow; accessToken: string }> {
  const { vault } = tx.installation;
  if (input.outgoingUrl !== null) checkWebhookUrl('outgoing_url', input.outgoingUrl, tx.installation);

  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('agent_bots')
      .values({
        account_id: accountId,
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
    await giveAvatar(tx, { type: 'AgentBot', id }, input.avatar, accountId, now);
    const accessToken = await replaceToken(tx, { type: 'AgentBot', id }, now);
    return { bot: await readBot(tx, id), accessToken };
  });
}
