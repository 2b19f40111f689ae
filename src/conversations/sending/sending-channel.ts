import { channels } from '../../channels/find-channel.ts';
import { claimObstacle, loginObstacle } from '../../channels/login.ts';
import { type Provider, providerOf } from '../../channels/providers.ts';
import { openSecrets } from '../../channels/secrets.ts';
import type { OutgoingChannel } from '../../channels/transport.ts';
import type { Tx } from '../../db/tx.ts';
import type { InboxRecord } from '../../records/inbox.ts';

/** The channel that sends the messages of an inbox. */
export type SendingChannel = {
  channel: OutgoingChannel;
  /** Null = no provider sends messages of its kind. */
  provider: Provider | null;
  /** Why it cannot send; null = it can. */
  obstacle: string | null;
};

/** The present channel of the inbox. */
export async function readSendingChannel(
  tx: Tx,
  { id, channelType }: Pick<InboxRecord, 'id' | 'channelType'>,
): Promise<SendingChannel> {
  const { settings, sealed, claimedAddress } = await tx.db
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select(['ch.settings', 'ch.sealed_secrets as sealed', 'ch.claimed_address as claimedAddress'])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  const secrets = openSecrets(tx, sealed);
  return {
    channel: { settings, secrets },
    provider: providerOf(channelType, settings),
    obstacle:
      claimObstacle(claimedAddress) ??
      loginObstacle(channelType, settings) ??
      channels[channelType].obstacle({ settings }, secrets, tx.installation.mail.canSend),
  };
}
