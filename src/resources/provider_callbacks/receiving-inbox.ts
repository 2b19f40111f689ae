import { channels } from '../../channels/find-channel.ts';
import { type Provider, providerOf } from '../../channels/providers.ts';
import { openSecrets } from '../../channels/secrets.ts';
import type { OutgoingChannel } from '../../channels/transport.ts';
import type { Tx } from '../../db/tx.ts';
import type { ChannelType } from '../../entities/channel.ts';
import { isStorable } from '../../fields/storable.ts';
import type { AccountRecord } from '../../records/account.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';

/** An inbox about which a provider tells something. */
export type ReceivingInbox = {
  inboxId: number;
  account: AccountRecord;
  type: ChannelType;
  channel: OutgoingChannel;
  provider: Provider;
  /** Whether only answers to mails that followed a contact are received in it: its messages come otherwise. */
  takesAnswersOnly: boolean;
};

/** The inbox of this row key; null = it has been deleted, or nothing is received in inboxes of its kind. */
export function findReceivingInbox(tx: Tx, inboxId: number): Promise<ReceivingInbox | null> {
  return read(tx, activeChannels(tx).where('i.id', '=', inboxId));
}

/** The inbox of the channel with this address or identifier; null = there is none. */
export async function findInboxOfChannel(
  tx: Tx,
  type: ChannelType,
  { address, identifier }: { address: string; identifier: string | null },
): Promise<ReceivingInbox | null> {
  if (!isStorable(address) || !isStorable(identifier ?? '')) return null;
  const channels = activeChannels(tx).where('ch.type', '=', type);
  const byIdentifier = identifier && (await read(tx, channels.where('ch.identifier', '=', identifier)));
  return byIdentifier || read(tx, channels.where('ch.address', '=', address));
}

function activeChannels(tx: Tx) {
  return tx.db
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .select([
      'i.id as inboxId',
      'a.id as accountId',
      'a.name as accountName',
      'ch.type',
      'ch.settings',
      'ch.sealed_secrets as sealed',
    ])
    .where(isActiveInbox('i'));
}

async function read(tx: Tx, query: ReturnType<typeof activeChannels>): Promise<ReceivingInbox | null> {
  const row = await query.executeTakeFirst();
  if (!row) return null;
  const own = providerOf(row.type, row.settings);
  const provider = own ?? (channels[row.type].continuesByMail ? 'email' : null);
  if (provider === null) return null;
  return {
    inboxId: row.inboxId,
    account: { id: row.accountId, name: row.accountName },
    type: row.type,
    channel: { settings: row.settings, secrets: openSecrets(tx, row.sealed) },
    provider,
    takesAnswersOnly: own === null,
  };
}
