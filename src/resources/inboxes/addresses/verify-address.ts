import { proofsAt } from '../../../channels/checking/proofs-at.ts';
import { providerHttp } from '../../../channels/provider-http.ts';
import { providerOf } from '../../../channels/providers.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import { findChannel } from '../../../channels/find-channel.ts';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/tx.ts';
import { AppError, invalidField } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { addressOf, type InboxRow } from '../queries.ts';
import { isAddressCode } from './address-code.ts';
import { isOfMailboxElsewhere } from './claim-address.ts';
import { channelAtClaimed, type Holder, provedElsewhere, takeAddress } from './take-address.ts';

type Places = Config['channels'];

/**
 * Proves that the address of the inbox belongs to the account, and gives it the address that it waits for: for e-mail by the
 * code that was mailed there, else by what the provider says of the login of the inbox. An address that nobody has is given
 * without a proof. Not for the inside of a transaction.
 * @throws AppError `invalid` for a wrong code, when the provider says otherwise or cannot be asked, and when the inbox that has
 *   the address has proved it; `unavailable` when the provider may answer later; `not_found` when the inbox has been deleted
 */
export async function verifyAddress(
  tx: Tx,
  urls: Places,
  account: AccountRecord,
  inbox: InboxRow,
  code: string | null,
  now: Date,
): Promise<InboxRow> {
  const holder = await channelAtClaimed(tx, inbox);
  const isFree =
    inbox.claimedAddress !== null &&
    holder === undefined &&
    !(await isOfMailboxElsewhere(tx, inbox.channel, account.id, inbox.claimedAddress));
  if (!isFree) await checkProof(tx, urls, inbox, code, now);
  if (holder && (await hasProof(tx, urls, inbox, holder))) throw provedElsewhere(inbox);
  const proved = addressOf(inbox);
  return takeAddress(tx, account, inbox.id, { proved, over: holder }, now);
}

async function checkProof(tx: Tx, urls: Places, inbox: InboxRow, code: string | null, now: Date): Promise<void> {
  const { type } = inbox.channel;
  const address = addressOf(inbox);
  if (address === null) throw new AppError('bad_request', 'Inboxes of this kind have no address');
  if (type === 'email') {
    if (code !== null && isAddressCode(tx.installation.vault, inbox.channel.id, address, code, now)) return;
    throw invalidField('code', 'must be the code that POST .../request_address_code mails to the address');
  }
  const isProved = await ask(tx, urls, inbox.channel, inbox.sealedSecrets);
  if (isProved === true) return;
  throw invalidField(
    `channel.${findChannel(type).addressParameter}`,
    isProved === null
      ? 'cannot be proved, since the provider cannot be asked whose it is: the operator of this server can have the other inbox give it up'
      : 'is not that of the login of the inbox, as the provider says',
  );
}

/** Whether the inbox that has the address has proved it by mail, or would by its provider. */
async function hasProof(tx: Tx, urls: Places, { channel }: InboxRow, holder: Holder): Promise<boolean> {
  if (channel.type === 'email') return holder.provedAt !== null;
  const { settings, sealed } = await tx.db
    .selectFrom('channels')
    .select(['settings', 'sealed_secrets as sealed'])
    .where('id', '=', holder.id)
    .executeTakeFirstOrThrow();
  try {
    return (await ask(tx, urls, { type: channel.type, settings }, sealed)) === true;
  } catch (error) {
    // A login that is refused is none; a provider that does not answer says nothing.
    if (error instanceof AppError && error.code !== 'unavailable') return false;
    throw error;
  }
}

async function ask(
  tx: Tx,
  urls: Places,
  { type, settings }: Pick<InboxRow['channel'], 'type' | 'settings'>,
  sealed: string | null,
): Promise<boolean | null> {
  const provider = providerOf(type, settings);
  if (provider === null || provider === 'email') return null;
  const channel = { settings, secrets: openSecrets(tx, sealed) };
  return proofsAt[provider]({ http: await providerHttp(), urls, channel });
}
