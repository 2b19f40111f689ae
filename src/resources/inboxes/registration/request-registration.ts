import type { Channel } from '../../../channels/channel.ts';
import type { Tx } from '../../../db/tx.ts';
import { enqueue } from '../../../queue.ts';

/** Queues the job that tells the channel's provider where to tell what it receives, if it has to be told. */
export async function requestRegistration(
  tx: Tx,
  channel: Channel,
  { accountId, inboxId }: { accountId: number; inboxId: number },
  now: Date,
): Promise<void> {
  if (!channel.isRegistered) return;
  const payload = { inbox_id: inboxId };
  await enqueue(tx, { kind: 'register_channel', accountId, payload, subject: `inbox ${inboxId}` }, now);
}
