import { email } from '../../channels/email.ts';
import { type MailProvider, settingsAt, usesToken } from '../../channels/mail-providers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import type { Grant } from '../../oauth/tokens.ts';
import type { AccountRecord } from '../../records/account.ts';
import { createInbox } from '../inboxes/create-inbox.ts';
import { inboxInput } from '../inboxes/inbox-input.ts';
import { wakeMailbox } from '../inboxes/mailbox/follow-mailbox.ts';
import { findInboxByAddress, type InboxRow } from '../inboxes/queries.ts';
import { setReauthorization } from '../inboxes/registration/set-reauthorization.ts';
import { updateInbox } from '../inboxes/update-inbox.ts';
import type { Mailbox } from './mailbox-in.ts';
import { storeAuthorization } from './store-authorization.ts';

/** An inbox whose mailbox was connected, and whether it was made for that. */
export type Connected = { inboxId: number; isNew: boolean };

/**
 * Connects the inbox of the account that has the mailbox's address, or else makes one.
 * @throws AppError `invalid` when another account has an inbox with this address, `plan_limit` when the account may have no
 *   more inboxes
 */
export function connectMailbox(
  tx: Tx,
  account: AccountRecord,
  provider: MailProvider,
  mailbox: Mailbox,
  grant: Grant,
  now: Date,
): Promise<Connected> {
  return inTransaction(tx, async (tx) => {
    const before = await findInboxByAddress(tx, account.id, 'email', mailbox.email);
    const inbox = before
      ? await reconnect(tx, account, before, provider, mailbox, now)
      : await createInbox(tx, account, email, newInbox(provider, mailbox), now);
    await setReauthorization(tx, account, inbox.id, null, now);
    await storeAuthorization(tx, { accountId: account.id, provider, channelId: inbox.channel.id }, grant, now);
    await wakeMailbox(tx, inbox.channel.id, now);
    return { inboxId: inbox.id, isNew: before === null };
  });
}

/** A mailbox already connected to the provider keeps its servers, which an administrator may have changed. */
async function reconnect(
  tx: Tx,
  account: AccountRecord,
  inbox: InboxRow,
  provider: MailProvider,
  mailbox: Mailbox,
  now: Date,
): Promise<InboxRow> {
  const { settings } = inbox.channel;
  if (settings['provider'] === provider && usesToken(settings, 'imap') && usesToken(settings, 'smtp')) return inbox;
  const channel = settingsAt(provider, mailbox.email, mailbox.login);
  return updateInbox(tx, account, inbox.id, { ...inboxInput({}, null), channel }, now);
}

function newInbox(provider: MailProvider, mailbox: Mailbox) {
  const name = mailbox.name ?? mailbox.email;
  return { ...inboxInput({}, null), name, channel: settingsAt(provider, mailbox.email, mailbox.login) };
}
