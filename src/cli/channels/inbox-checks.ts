import type { CheckMeans } from '../../channels/checking/channel-checks.ts';
import { findChannel } from '../../channels/find-channel.ts';
import { claimObstacle } from '../../channels/login.ts';
import { providerHttp } from '../../channels/provider-http.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { type Check, failed, ok, type Outcome } from '../../checks.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { reachableAddress } from '../../guarded-look-up.ts';
import { openLookUp } from '../../look-up.ts';
import { storedTokensOfChannel } from '../../resources/authorizations/access-token.ts';
import { findAuthorizationOfChannel } from '../../resources/authorizations/queries.ts';
import { findInbox, type InboxRow } from '../../resources/inboxes/queries.ts';
import { SECOND } from '../../time.ts';
import type { ServedInbox } from './queries.ts';

const LOOK_UP_MS = 10 * SECOND;

/** An inbox whose messages a provider sends, and what it is checked with. */
export type CheckedInbox = ServedInbox & { inbox: InboxRow; means: CheckMeans };

/** @throws AppError `not_found` when it has been deleted */
export async function openInbox(tx: Tx, config: Config, row: ServedInbox, now: Date): Promise<CheckedInbox> {
  const inbox = found(await findInbox(tx, row.accountId, row.inboxId), 'Inbox');
  const { publicUrl } = tx.installation;
  const { channel, sealedSecrets } = inbox;
  const { callback_webhook_url: callbackUrl = '' } = findChannel(channel.type).show(channel, publicUrl);
  const means = {
    http: await providerHttp(),
    urls: config.channels,
    mail: config.mail,
    addressOf: (host: string) => reachableAddress(host, config.webhooks.allowed_networks, openLookUp(LOOK_UP_MS)),
    channel: { ...channel, secrets: openSecrets(tx, sealedSecrets) },
    tokens: storedTokensOfChannel(tx, channel.id, now),
    publicUrl,
    callbackUrl: String(callbackUrl),
    now,
  };
  return { ...row, inbox, means };
}

/** The checks of an inbox: its settings, its stored problems, and its provider. */
export async function checksOf(tx: Tx, { inbox, means, provider }: CheckedInbox): Promise<Check[]> {
  const { obstacle } = findChannel(inbox.channel.type);
  const missing =
    claimObstacle(inbox.claimedAddress) ?? obstacle(inbox.channel, means.channel.secrets, tx.installation.mail.canSend);
  const settings: Check = { name: 'settings', look: async () => settingsOutcome(missing) };
  // Without them there is nothing to ask a provider with; mailboxes can be read without a server for sending.
  if (missing !== null && provider !== 'email') return [settings];
  const { checksAt } = await import('../../channels/checking/checks-at.ts');
  return [settings, ...storedChecks(tx, inbox), ...checksAt[provider](means)];
}

function settingsOutcome(missing: string | null): Outcome {
  if (missing === null) return ok('nothing is missing');
  return failed(missing, 'PATCH /api/v1/accounts/ID/inboxes/ID; config/channels.md says which settings each kind has');
}

/** The stored problems of the inbox. */
function storedChecks(tx: Tx, { channel }: InboxRow): Check[] {
  const { webhook_error: problem, reauthorization_required: isRequired } = channel.settings;
  const registration: Check = {
    name: 'registration',
    look: async () =>
      failed(
        `when the provider was told the address: ${String(problem)}`,
        'put that right, then save the channel once',
      ),
  };
  const authorization: Check = { name: 'authorization', look: () => authorizationOutcome(tx, channel) };
  return [...(problem ? [registration] : []), ...(isRequired === true ? [authorization] : [])];
}

async function authorizationOutcome(tx: Tx, { id, settings }: InboxRow['channel']): Promise<Outcome> {
  const authorization = await findAuthorizationOfChannel(tx, id);
  const why = authorization?.problem ?? settings['reauthorization_reason'] ?? 'it has refused the login';
  return failed(
    `the provider no longer lets this server in: ${String(why)}`,
    'an administrator must connect the inbox again, or save its settings with a login that works',
  );
}
