import type { Tx } from '../../db/tx.ts';

/** The name of the inbox that has the channel; null = it is gone. */
export async function findNameOfChannel(tx: Tx, channelId: number): Promise<string | null> {
  const inbox = await tx.db.selectFrom('inboxes').select('name').where('channel_id', '=', channelId).executeTakeFirst();
  return inbox?.name ?? null;
}
