import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { storableReason } from '../../fields/storable.ts';
import { enqueue } from '../../queue.ts';
import { setReauthorization } from '../inboxes/registration/set-reauthorization.ts';

/** The kind of job that mails the administrators. */
const REAUTHORIZATION_REQUIRED = 'reauthorization_required';

/**
 * Stores that the provider no longer lets this server in, why, and in the inbox that an administrator must connect it again;
 * they get a mail. Nothing where that is stored already, where it has ended, or where `lease` is given and another process
 * has renewed the tokens meanwhile.
 */
export function loseAuthorization(
  tx: Tx,
  id: number,
  reason: string,
  now: Date,
  lease: string | null = null,
): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const found = await tx.db
      .selectFrom('authorizations as z')
      .innerJoin('accounts as a', 'a.id', 'z.account_id')
      .leftJoin('inboxes as i', 'i.channel_id', 'z.channel_id')
      .select(['a.id as accountId', 'a.name as accountName', 'i.id as inboxId'])
      .where('z.id', '=', id)
      .executeTakeFirst();
    if (!found) return;
    const account = { id: found.accountId, name: found.accountName };
    // The inbox is locked before the authorization, as everywhere. A working authorization undoes these changes.
    if (found.inboxId !== null) await setReauthorization(tx, account, found.inboxId, reason, now);
    const lost = await tx.db
      .updateTable('authorizations')
      .set({
        problem: storableReason(reason),
        refresh_due_at: null,
        leased_by: null,
        leased_until: null,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('problem', 'is', null)
      .$if(lease !== null, (query) => query.where('leased_by', '=', lease))
      .returning('id')
      .executeTakeFirst();
    if (!lost) throw new NotLost();
    const job = { kind: REAUTHORIZATION_REQUIRED, payload: { authorization_id: id }, subject: `authorization ${id}` };
    await enqueue(tx, { ...job, accountId: account.id }, now);
  }).catch((error: unknown) => {
    if (!(error instanceof NotLost)) throw error;
  });
}

/** Ends the transaction without its changes. */
class NotLost extends Error {}
