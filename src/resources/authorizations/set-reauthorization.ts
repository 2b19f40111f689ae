import { json } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import type { AccountRecord } from '../../records/account.ts';
import { findInbox, lockInbox } from '../inboxes/queries.ts';
import { touchInboxes } from '../inboxes/write-inbox.ts';

/** Stores in an inbox whether its provider no longer lets this server in. Nothing when the inbox is gone. */
export async function setReauthorization(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  await lockInbox(tx, inboxId);
  await touchInboxes(tx, account.id, now);
  const before = await findInbox(tx, account.id, inboxId);
  if (!before || (before.channel.settings['reauthorization_required'] === true) === isRequired) return;
  const settings = { ...before.channel.settings, reauthorization_required: isRequired };
  await tx.db
    .updateTable('channels')
    .set({ settings: json(settings), updated_at: now })
    .where('id', '=', before.channel.id)
    .execute();
  const after = { ...before, channel: { ...before.channel, settings, updatedAt: now } };
  await recordInboxUpdated(tx, before, after, account, now);
}
