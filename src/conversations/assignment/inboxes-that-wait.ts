import type { Tx } from '../../db/tx.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import type { Member } from '../../records/user.ts';
import { queueAssigning } from './ask-to-assign.ts';

type InboxKey = { accountId: number; inboxId: number };

/** The inboxes of all active accounts that assign waiting conversations, and in which some may wait; `most` of them, null = all. */
export function inboxesThatWait(tx: Tx, most: number | null): Promise<InboxKey[]> {
  return waiting(tx)
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .where('a.status', '=', 'active')
    .orderBy('i.id')
    .$if(most !== null, (query) => query.limit(most ?? 0))
    .execute();
}

/** Has jobs assign what waits in the inboxes of a member who may have become free: who is online now, for example. */
export async function askForMember(tx: Tx, { accountId, userId }: Member, now: Date): Promise<void> {
  if ((await ofMember(assigning(tx), accountId, userId).execute()).length === 0) return;
  await inTransaction(tx, async (tx) => {
    // What is just being created, without this member, is counted after that.
    await takeAdvisoryLock(tx, 'conversation counts', accountId);
    for (const inbox of await ofMember(waiting(tx), accountId, userId).execute()) await queueAssigning(tx, inbox, now);
  });
}

function ofMember(inboxes: ReturnType<typeof assigning>, accountId: number, userId: number) {
  return inboxes
    .innerJoin('inbox_members as m', 'm.inbox_id', 'i.id')
    .where('m.user_id', '=', userId)
    .where('i.account_id', '=', accountId)
    .orderBy('i.id');
}

/** The inboxes that assign waiting conversations. */
function assigning(tx: Tx) {
  return tx.db
    .selectFrom('inboxes as i')
    .where('i.assigns_waiting', '=', true)
    .where('i.enable_auto_assignment', '=', true)
    .where(isActiveInbox('i'))
    .select(['i.account_id as accountId', 'i.id as inboxId']);
}

/** Those in which some may wait: by the counts, in which those of bots are among the unassigned. */
function waiting(tx: Tx) {
  return assigning(tx).where((eb) =>
    eb.exists(
      eb
        .selectFrom('conversation_counts as n')
        .select('n.count')
        .whereRef('n.account_id', '=', 'i.account_id')
        .where('n.status', '=', 'open')
        .whereRef('n.inbox_id', '=', 'i.id')
        .where('n.assignee_id', '=', 0)
        .where('n.count', '>', 0),
    ),
  );
}
