import { isDeepStrictEqual } from 'node:util';
import type { Secrets } from '../../../channels/channel.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import { enqueue } from '../../../queue.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { findInbox, lockInbox } from '../queries.ts';
import { setReauthorization } from './set-reauthorization.ts';

/** The kind of job that mails the administrators. */
const LOGIN_REFUSED = 'login_refused';

/**
 * Stores the refusal of the inbox's login by its provider, with the reason, and mails the administrators, who must save the
 * settings again. Does nothing if a refusal is already stored, if the inbox no longer has the refused `secrets` (null = any
 * secrets), or if the inbox was deleted.
 */
export function loseLogin(
  tx: Tx,
  { account, inboxId }: { account: AccountRecord; inboxId: number },
  secrets: Secrets | null,
  reason: string,
  now: Date,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInbox(tx, inboxId);
    const inbox = await findInbox(tx, account.id, inboxId);
    const isStill = secrets === null || isDeepStrictEqual(openSecrets(tx, inbox?.sealedSecrets ?? null), secrets);
    if (!isStill || !(await setReauthorization(tx, account, inboxId, reason, now))) return;
    const job = { kind: LOGIN_REFUSED, payload: { inbox_id: inboxId }, subject: `inbox ${inboxId}` };
    await enqueue(tx, { ...job, accountId: account.id }, now);
  });
}
