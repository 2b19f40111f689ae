import type { Tx } from '../../db/tx.ts';
import { inList, takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import type { Member } from '../../records/user.ts';
import { queueAssigning } from './ask-to-assign.ts';
import { isWaiting } from './waiting-conversations.ts';

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

/**
 * Has jobs assign what waits in the inboxes of a member who may have become free: who is online now, for example. In inboxes
 * that assign nothing later by themselves, conversations of the member's teams that assign automatically wait, too.
 */
export function askForMember(tx: Tx, { accountId, userId }: Member, now: Date): Promise<void> {
  return askForMembers(tx, { accountId, userIds: [userId] }, now);
}

/** The same for members of an account. */
export async function askForMembers(tx: Tx, members: Members, now: Date): Promise<void> {
  if (members.userIds.length === 0) return;
  const [inboxes, teams] = [
    await ofMembers(tx, assigning(tx), members).execute(),
    await teamsOf(tx, members).execute(),
  ];
  if (inboxes.length === 0 && teams.length === 0) return;
  await inTransaction(tx, async (tx) => {
    // Conversations that are being created without these members are counted after the lock.
    await takeAdvisoryLock(tx, 'conversation counts', members.accountId);
    const waitingNow = [
      ...(await ofMembers(tx, waiting(tx), members).execute()),
      ...(await ofMembers(tx, waitingForTeam(tx, members), members).execute()),
    ];
    const ids = [...new Set(waitingNow.map(({ inboxId }) => inboxId))].toSorted((one, other) => one - other);
    for (const inboxId of ids) await queueAssigning(tx, { accountId: members.accountId, inboxId }, now);
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
  return active(tx).where('i.assigns_waiting', '=', true).where('i.enable_auto_assignment', '=', true);
}

function active(tx: Tx) {
  return tx.db
    .selectFrom('inboxes as i')
    .where(isActiveInbox('i'))
    .select(['i.account_id as accountId', 'i.id as inboxId']);
}

/** The teams of the members that assign automatically. */
function teamsOf(tx: Tx, { accountId, userIds }: Members) {
  return tx.db
    .selectFrom('teams as t')
    .innerJoin('team_members as tm', 'tm.team_id', 't.id')
    .where('t.account_id', '=', accountId)
    .where('t.allow_auto_assign', '=', true)
    .where(inList(tx, 'tm.user_id', JSON.stringify(userIds)))
    .select('t.id');
}

/** The inboxes with a waiting conversation of such a team. */
function waitingForTeam(tx: Tx, members: Members) {
  const ofTeams = tx.db
    .selectFrom('conversations as c')
    .where('c.team_id', 'is not', null)
    .where('c.team_id', 'in', teamsOf(tx, members))
    .where(isWaiting())
    .select('c.inbox_id');
  return active(tx).where('i.id', 'in', ofTeams);
}

/** The inboxes that may have waiting conversations, by the counts, which include bots' conversations as unassigned. */
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
