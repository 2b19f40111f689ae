import type { Tx } from '../../db/tx.ts';
import { inList, takeAdvisoryLock } from '../../db/dialect.ts';
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
export function askForMember(tx: Tx, { accountId, userId }: Member, now: Date): Promise<void> {
  return askForMembers(tx, { accountId, userIds: [userId] }, now);
}

/** The same for members of an account. */
export async function askForMembers(tx: Tx, members: Members, now: Date): Promise<void> {
  if (members.userIds.length === 0 || (await ofMembers(tx, assigning(tx), members).execute()).length === 0) return;
  await inTransaction(tx, async (tx) => {
    // What is just being created, without them, is counted after that.
    await takeAdvisoryLock(tx, 'conversation counts', members.accountId);
    for (const inbox of await ofMembers(tx, waiting(tx), members).execute()) await queueAssigning(tx, inbox, now);
  });
}

type Members = { accountId: number; userIds: readonly number[] };

function ofMembers(tx: Tx, inboxes: ReturnType<typeof assigning>, { accountId, userIds }: Members) {
  return inboxes
    .innerJoin('inbox_members as m', 'm.inbox_id', 'i.id')
    .where(inList(tx, 'm.user_id', JSON.stringify(userIds)))
    .where('i.account_id', '=', accountId)
    .distinct()
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
