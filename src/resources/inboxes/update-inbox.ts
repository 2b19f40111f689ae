import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { findChannel } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { recordInboxUpdated } from '../../events/record-inbox.ts';
import { setAvatar } from '../files/set-avatar.ts';
import { claimAddress } from './addresses/claim-address.ts';
import type { InboxInput } from './inbox-input.ts';
import { followMailbox } from './mailbox/follow-mailbox.ts';
import { addressOf, findInbox, type InboxRow, lockInbox } from './queries.ts';
import { requestRegistration } from './registration/request-registration.ts';
import { changeWeek } from './working-hours.ts';
import { syncIfReady } from './whatsapp/sync-templates.ts';
import { channelColumns, refuseTakenAddress } from './write-channel.ts';
import { checkPortal, inboxColumns, touchInboxes } from './write-inbox.ts';

/**
 * Changes an inbox and its channel; values that `input` leaves out stay.
 * @throws AppError `invalid` when the channel's kind refuses its parameters or another channel of the account has its address,
 *   `not_found` when the inbox has been deleted, or for a help centre that the account does not have
 */
export function updateInbox(
  tx: Tx,
  account: AccountRecord,
  id: number,
  input: InboxInput,
  now: Date,
): Promise<InboxRow> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, id);
    await touchInboxes(tx, account.id, now);
    const before = found(await findInbox(tx, account.id, id), 'Inbox');
    await checkPortal(tx, account.id, input.portalId);
    await write(tx, before, input, now);
    if (isSaved(input)) await changeChannel(tx, account, before, input, now);
    if (input.avatar) await setAvatar(tx, { type: 'Inbox', id }, input.avatar, now);

    const inbox = found(await findInbox(tx, account.id, id), 'Inbox');
    await recordInboxUpdated(tx, before, inbox, account, now);
    // What the request says of the status of a template may be older than what is known of it.
    if (isSaved(input) || input.csatConfig?.template) await syncIfReady(tx, account, inbox, now);
    return inbox;
  });
}

const isSaved = ({ channel, savesChannel }: InboxInput) => savesChannel || Object.keys(channel).length > 0;

async function write(tx: Tx, before: InboxRow, input: InboxInput, now: Date): Promise<void> {
  await tx.db
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

async function changeChannel(
  tx: Tx,
  account: AccountRecord,
  inbox: InboxRow,
  input: InboxInput,
  now: Date,
): Promise<void> {
  const { type, id, settings, webhookUrl, replyWindowHours } = inbox.channel;
  const channel = findChannel(type);
  channel.check(input.channel, tx.installation);
  const before = {
    settings,
    webhookUrl,
    replyWindowHours,
    address: addressOf(inbox),
    secrets: openSecrets(tx, inbox.sealedSecrets),
  };
  const after = channel.change(before, input.channel);
  const update = tx.db
    .updateTable('channels')
    .set({
      ...channelColumns(tx, after, now),
      ...(await claimAddress(tx, channel, { id, accountId: account.id }, after.address, inbox.address)),
    })
    .where('id', '=', id);
  await refuseTakenAddress(channel, update.execute());
  if (type === 'email') await followMailbox(tx, id, { before: settings, after: after.settings }, now);
  await requestRegistration(tx, channel, { accountId: account.id, inboxId: inbox.id }, now);
}
