import { usesToken } from '../../../channels/mail-providers.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { loseAuthorization } from '../../authorizations/lose-authorization.ts';
import { findAuthorizationOfChannel } from '../../authorizations/queries.ts';
import { findInbox } from '../../inboxes/queries.ts';
import { loseLogin } from '../../inboxes/registration/lose-login.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { Claim } from './claim-mailboxes.ts';

/** A mailbox whose server does not take the login, and why, in the server's words. */
export type RefusedMailbox = {
  claim: Claim;
  account: AccountRecord;
  inboxId: number;
  channelId: number;
  reason: string;
};

/**
 * Stores that an administrator must connect the inbox again, or change its password; they get a mail. The mailbox is not
 * read until then. Nothing when this process no longer holds it.
 */
export function giveUpLogin(
  tx: Tx,
  { claim, account, inboxId, channelId, reason }: RefusedMailbox,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const inbox = await findInbox(tx, account.id, inboxId);
    // A password that is refused says nothing of the token, with which only mails are sent then.
    const isOfToken = inbox !== null && usesToken(inbox.channel.settings, 'imap');
    const authorization = isOfToken ? await findAuthorizationOfChannel(tx, channelId) : null;
    if (authorization) await loseAuthorization(tx, authorization.id, reason, now);
    else await loseLogin(tx, { account, inboxId }, null, reason, now);
    const stopped = await tx.db
      .updateTable('mailboxes')
      .set({ leased_by: null, due_at: null })
      .where('id', '=', claim.id)
      .where('leased_by', '=', claim.leasedBy)
      .executeTakeFirst();
    if (Number(stopped.numUpdatedRows) === 0) throw new NotHeld();
  }).catch((error: unknown) => {
    if (!(error instanceof NotHeld)) throw error;
  });
}

/** Ends the transaction without its changes. */
class NotHeld extends Error {}
