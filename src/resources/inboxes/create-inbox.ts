import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Channel } from '../../channels/channel.ts';
import { newSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordInboxCreated } from '../../events/record-inbox.ts';
import { newToken } from '../../secrets.ts';
import { setAvatar } from '../files/set-avatar.ts';
import { claimAddress } from './addresses/claim-address.ts';
import { checkInboxLimit } from './check-inbox-limit.ts';
import type { InboxInput } from './inbox-input.ts';
import { followMailbox } from './mailbox/follow-mailbox.ts';
import { findInbox, type InboxRow } from './queries.ts';
import { requestRegistration } from './registration/request-registration.ts';
import { changeWeek, usualWeek } from './working-hours.ts';
import { syncIfReady } from './whatsapp/sync-templates.ts';
import { channelColumns, refuseTakenAddress } from './write-channel.ts';
import { checkPortal, inboxColumns, touchInboxes } from './write-inbox.ts';

type NewInbox = InboxInput & { name: string };

/**
 * Creates an inbox with a new channel of the given kind. If another account has its address, it waits for a proof.
 * @throws AppError `invalid` when the channel's kind refuses its parameters or another channel of the account has its address,
 *   `plan_limit` when the account may have no more inboxes,
 *   `not_found` for an unknown help centre
 */
export function createInbox(
  tx: Tx,
  account: AccountRecord,
  channel: Channel,
  input: NewInbox,
  now: Date,
): Promise<InboxRow> {
  channel.check(input.channel, tx.installation);

  return inTransaction(tx, async (tx) => {
    await touchInboxes(tx, account.id, now);
    await checkInboxLimit(tx, account.id);
    await checkPortal(tx, account.id, input.portalId);
    const id = await insertInbox(tx, account, channel, input, now);
    if (input.avatar) await setAvatar(tx, { type: 'Inbox', id }, input.avatar, now);

    const inbox = found(await findInbox(tx, account.id, id), 'Inbox');
    await requestRegistration(tx, channel, { accountId: account.id, inboxId: id }, now);
    const { id: channelId, settings } = inbox.channel;
    if (channel.type === 'email') await followMailbox(tx, channelId, { before: null, after: settings }, now);
    await recordInboxCreated(tx, inbox, account, now);
    await syncIfReady(tx, account, inbox, now);
    return inbox;
  });
}

async function insertInbox(
  tx: Tx,
  account: AccountRecord,
  channel: Channel,
  input: NewInbox,
  now: Date,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('inboxes')
    .values({
      account_id: account.id,
      channel_id: await insertChannel(tx, account, channel, input, now),
      name: input.name,
      working_hours: json(changeWeek(usualWeek(), input.workingHours)),
      ...inboxColumns(input),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertChannel(
  tx: Tx,
  account: AccountRecord,
  channel: Channel,
  input: NewInbox,
  now: Date,
): Promise<number> {
  const state = channel.change({ ...channel.initial, secrets: newSecrets(channel) }, input.channel);
  const insert = tx.db
    .insertInto('channels')
    .values({
      account_id: account.id,
      type: channel.type,
      identifier: newToken(),
      ...channelColumns(tx, state, now),
      ...(await claimAddress(tx, channel, { id: null, accountId: account.id }, state.address, null)),
      created_at: now,
    })
    .returning('id');
  const { id } = await refuseTakenAddress(channel, insert.executeTakeFirstOrThrow());
  return id;
}
