import { findChannel } from '../../../channels/find-channel.ts';
import { claimObstacle } from '../../../channels/login.ts';
import { providerHttp } from '../../../channels/provider-http.ts';
import { providerOf } from '../../../channels/providers.ts';
import { receivers } from '../../../channels/receiving/find-receiver.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/tx.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { registerInbox } from '../registration/register-inbox.ts';
import type { InboxRow } from '../queries.ts';

/**
 * Tells the service of a WhatsApp inbox where its callbacks go, at once, and stores with the inbox how that went.
 * @throws AppError `bad_request` for an inbox of another channel, `invalid` when settings are missing or the service
 *   refuses, `unavailable` when it cannot be reached
 */
export async function registerWebhook(
  tx: Tx,
  urls: Config['channels'],
  account: AccountRecord,
  { id, channel, sealedSecrets, claimedAddress }: InboxRow,
  now: Date,
): Promise<void> {
  const provider = channel.type === 'whatsapp' ? providerOf(channel.type, channel.settings) : null;
  const register = provider && receivers[provider]?.register;
  if (!register) throw new AppError('bad_request', 'Webhook registration is only available for WhatsApp channels');
  const secrets = openSecrets(tx, sealedSecrets);
  const { obstacle, show } = findChannel(channel.type);
  const missing = claimObstacle(claimedAddress) ?? obstacle(channel, secrets, false);
  if (missing !== null) throw invalid('Validation failed', missing, ['channel.provider_config']);

  const url = String(show(channel, tx.installation.publicUrl)['callback_webhook_url']);
  const means = { http: await providerHttp(), urls, channel: { settings: channel.settings, secrets } };
  await registerInbox(tx, { account, inboxId: id }, register, url, means, now);
}
