import { GOOD_LOGIN, loginProblem, refusedLogin } from '../../../channels/login.ts';
import type { Tx } from '../../../db/tx.ts';
import { storableReason } from '../../../fields/storable.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { noteRegistration } from './note-registration.ts';

/**
 * Stores in an inbox why its provider no longer lets this server in; null = it does again. False when it is stored already that
 * the provider does not, or does, and when the inbox is gone. To be called in a transaction.
 */
export async function setReauthorization(
  tx: Tx,
  account: AccountRecord,
  inboxId: number,
  reason: string | null,
  now: Date,
): Promise<boolean> {
  await lockInbox(tx, inboxId);
  const inbox = await findInbox(tx, account.id, inboxId);
  if (!inbox || (loginProblem(inbox.channel.settings) === null) === (reason === null)) return false;
  const said = reason === null ? GOOD_LOGIN : refusedLogin(storableReason(reason));
  await noteRegistration(tx, { account, inboxId }, said, now);
  return true;
}
