import type { AccountRecord } from '../../records/account.ts';
import { findChannel } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { installationOf } from '../../db/installation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import { setAvatar } from '../files/set-avatar.ts';
import type { InboxInput } from './inbox-input.ts';
import { findInbox, type InboxRow, lockInbox } from './queries.ts';
import { changeWeek } from './working-hours.ts';
import { channelColumns, refuseTakenAddress } from './write-channel.ts';
import { inboxColumns, touchInboxes } from './write-inbox.ts';

/**
 * Changes an inbox and its channel; values that `input` leaves out stay.
 * @throws AppError `invalid` when the channel's kind refuses its parameters or another channel has its address,
 *   `not_found` when the inbox has been deleted
 */
export function updateInbox(
  em: EntityManager,
  account: AccountRecord,
  id: number,
  input: InboxInput,
  now: Date,
): Promise<InboxRow> {
  return inTransaction(em, async (em) => {
    await lockInbox(em, id);
    await touchInboxes(em, account.id, now);
    const before = found(await findInbox(em, account.id, id), 'Inbox');
    await write(em, before, input, now);
    if (Object.keys(input.channel).length > 0) await changeChannel(em, before, input, now);
    if (input.avatar) await setAvatar(em, { type: 'Inbox', id }, input.avatar, now);

    const inbox = found(await findInbox(em, account.id, id), 'Inbox');
    await recordInboxUpdated(em, before, inbox, account, now);
    return inbox;
  });
}

async function write(em: EntityManager, before: InboxRow, input: InboxInput, now: Date): Promise<void> {
  await db(em)
    .updateTable('inboxes')
    .set({
      name: input.name,
      working_hours: json(changeWeek(before.workingHours, input.workingHours)),
      ...inboxColumns(input),
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
}

async function changeChannel(em: EntityManager, inbox: InboxRow, input: InboxInput, now: Date): Promise<void> {
  const { type, id, settings, webhookUrl, replyWindowHours } = inbox.channel;
  const channel = findChannel(type);
  channel.check(input.channel, installationOf(em).allowedNetworks);
  const before = {
    settings,
    webhookUrl,
    replyWindowHours,
    address: inbox.address,
    secrets: openSecrets(em, inbox.sealedSecrets),
  };
  const after = channel.change(before, input.channel);
  const update = db(em)
    .updateTable('channels')
    .set(channelColumns(em, after, now))
    .where('id', '=', id);
  await refuseTakenAddress(channel, update.execute());
}
