import { hash } from 'node:crypto';
import type { RawEvent } from '../../channels/receiving/receiver.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { storable } from '../../fields/storable.ts';
import { lockLanes, queueLane } from './lanes.ts';

/** The inbox that something was told about. */
export type ReceivingInbox = { accountId: number; inboxId: number };

/** Longer keys and lanes are stored as their hashes. */
const KEY_LENGTH = 200;

/**
 * Stores a provider's events, as `storeEvents` does. To be called outside of transactions, because it checks the disk.
 * @throws AppError `storage_full` when there is no space for the account; the sender should repeat the events later
 */
export async function keepEvents(
  tx: Tx,
  inbox: ReceivingInbox,
  events: readonly RawEvent[],
  now: Date,
): Promise<number> {
  await tx.installation.space.check(inbox.accountId, 'anonymous');
  return storeEvents(tx, inbox, events, now);
}

/**
 * Stores events whose files are stored already, with the jobs that handle them, in one transaction. Events that are kept
 * already are not stored again. Returns how many are new.
 */
export function storeEvents(tx: Tx, inbox: ReceivingInbox, events: readonly RawEvent[], now: Date): Promise<number> {
  const placed = events.map((event) => ({ ...event, place: { ...inbox, lane: shortened(event.lane) } }));
  return inTransaction(tx, async (tx) => {
    let kept = 0;
    const lanes = placed.map(({ place }) => place);
    await lockLanes(tx, lanes);
    for (const { key, body, fileKey, place } of placed) {
      const inserted = await tx.db
        .insertInto('received_events')
        .values({
          account_id: inbox.accountId,
          inbox_id: inbox.inboxId,
          key: shortened(key),
          lane: place.lane,
          body: storable(body, body.length),
          file_key: fileKey ?? null,
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['inbox_id', 'key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) continue;
      kept += 1;
      await queueLane(tx, place, now);
    }
    return kept;
  });
}

function shortened(name: string): string {
  const text = storable(name, name.length);
  return text.length <= KEY_LENGTH ? text : hash('sha256', text);
}
