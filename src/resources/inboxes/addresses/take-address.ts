import { findChannel } from '../../../channels/find-channel.ts';
import { withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { found, invalidField } from '../../../errors.ts';
import { enqueue } from '../../../queue.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { addressOf, findInbox, type InboxRow, lockInbox } from '../queries.ts';
import { requestRegistration } from '../registration/request-registration.ts';
import { refuseTakenAddress } from '../write-channel.ts';
import { touchInboxes } from '../write-inbox.ts';

/** The channel that has an address. */
export type Holder = { id: number; accountId: number; provedAt: Date | null };

/** The channel that has the address for which the inbox waits; undefined = none has, or it waits for none. */
export function channelAtClaimed(tx: Tx, inbox: InboxRow): Promise<Holder | undefined> {
  return holders(tx, inbox).executeTakeFirst();
}

/**
 * Records that the account proved the inbox's address `proved`, and gives the inbox the address if it waits for it.
 * `over`: the present channel of the address, known to have no proof; its inbox waits from now on, and the administrators
 * of its account are mailed.
 * @throws AppError `invalid` when another channel has the address, or the inbox has another address by now; `not_found`
 *   when the inbox has been deleted
 */
export function takeAddress(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  { proved, over }: { proved: string | null; over: Holder | undefined },
  now: Date,
): Promise<InboxRow> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    await touchInboxes(tx, account.id, now);
    const inbox = found(await findInbox(tx, account.id, inboxId), 'Inbox');
    const channel = findChannel(inbox.channel.type);
    const address = addressOf(inbox);
    if (address === null) return inbox;
    if (address !== proved) throw changedMeanwhile(inbox);
    const holder = await withRowLock(tx, holders(tx, inbox)).executeTakeFirst();
    if (holder && holder.id !== over?.id) throw provedElsewhere(inbox);
    if (holder) await giveUp(tx, holder, address, now);
    const update = tx.db
      .updateTable('channels')
      .set({ address, claimed_address: null, address_proved_at: now, updated_at: now })
      .where('id', '=', inbox.channel.id);
    await refuseTakenAddress(channel, update.execute());
    if (inbox.address === null) await requestRegistration(tx, channel, { accountId: account.id, inboxId }, now);
    return found(await findInbox(tx, account.id, inboxId), 'Inbox');
  });
}

const changedMeanwhile = ({ channel: { type } }: InboxRow) =>
  invalidField(`channel.${findChannel(type).addressParameter}`, 'has been changed meanwhile: prove the present one');

export const provedElsewhere = ({ channel: { type } }: InboxRow) =>
  invalidField(
    `channel.${findChannel(type).addressParameter}`,
    'is proved for another account, too, which keeps it as long as its own proof is good',
  );

function holders(tx: Tx, { channel, claimedAddress }: InboxRow) {
  return tx.db
    .selectFrom('channels')
    .select(['id', 'account_id as accountId', 'address_proved_at as provedAt'])
    .where('type', '=', channel.type)
    .where('address', '=', claimedAddress ?? '');
}

/** The log of the account that loses the address does not tell who has got it. */
async function giveUp(tx: Tx, { id, accountId }: Holder, address: string, now: Date): Promise<void> {
  await touchInboxes(tx, accountId, now);
  await tx
    .authored({ user: null, sessionId: null, accountId: null, requestId: null, address: null })
    .db.updateTable('channels')
    .set({ address: null, claimed_address: address, address_proved_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
  const { name } = await tx.db
    .selectFrom('inboxes')
    .select('name')
    .where('channel_id', '=', id)
    .executeTakeFirstOrThrow();
  await enqueue(tx, { kind: 'name_moved', accountId, payload: { name: address, of: `the inbox ${name}` } }, now);
}
