import type { Tx } from '../../db/tx.ts';
import { takeAdvisoryLock, withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { activeInboxes } from '../../records/active-inboxes.ts';
import { assignTeammate, autoAssign } from './auto-assign.ts';
import { type AssigningInbox, freeMembers, readInboxPolicy } from './inbox-policy.ts';
import { firstWaiting, isWaiting } from './waiting-conversations.ts';

/** `missed`: something else has just happened to the conversation or the member; look again. */
export type Assigned = 'assigned' | 'missed' | 'none';

/**
 * Assigns the conversation of the inbox that has to be assigned first, if a member is free for it. If there is none, `end`
 * is called in the same transaction, in which nobody becomes free.
 */
export function assignFirstWaiting(
  tx: Tx,
  inboxId: number,
  end: (tx: Tx) => Promise<unknown>,
  now: Date,
): Promise<Assigned> {
  return inTransaction(tx, async (tx) => {
    const inbox = await findAssigning(tx, inboxId);
    if (inbox) {
      const id = await findFirst(tx, inbox, now);
      if (id !== null) return assignOne(tx, id, now);
      // A change that frees a member also takes this lock before it looks for a job.
      await takeAdvisoryLock(tx, 'conversation counts', inbox.account.id);
      if ((await findFirst(tx, inbox, now)) !== null) return 'missed';
    }
    await end(tx);
    return 'none';
  });
}

/** The inbox, with what it assigns later; undefined = it is deleted, or its account is suspended. */
async function findAssigning(tx: Tx, inboxId: number): Promise<AssigningInbox | undefined> {
  const row = await activeInboxes(tx)
    .innerJoin('accounts as a', 'a.id', 'inboxes.account_id')
    .where('inboxes.id', '=', inboxId)
    .where('a.status', '=', 'active')
    .select([
      'inboxes.id',
      'a.id as accountId',
      'inboxes.auto_assignment_config as autoAssignmentConfig',
      'inboxes.assigns_waiting as assignsWaiting',
      'inboxes.enable_auto_assignment as enableAutoAssignment',
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, accountId, autoAssignmentConfig, assignsWaiting, enableAutoAssignment } = row;
  return {
    id,
    account: { id: accountId },
    autoAssignmentConfig,
    onlyOfTeams: !assignsWaiting || !enableAutoAssignment,
  };
}

async function findFirst(tx: Tx, inbox: AssigningInbox, now: Date): Promise<number | null> {
  const policy = await readInboxPolicy(tx, inbox.id);
  return firstWaiting(tx, inbox, policy, await freeMembers(tx, inbox, policy, now, 'look'));
}

async function assignOne(tx: Tx, id: number, now: Date): Promise<Assigned> {
  const stillWaits = tx.db.selectFrom('conversations as c').select('c.id').where('c.id', '=', id).where(isWaiting());
  if (!(await withRowLock(tx, stillWaits).executeTakeFirst())) return 'missed';
  // Without rules: a rule that unassigned it would do so again, without end.
  const conversation = await lockConversation(tx, id);
  const after = conversation.team
    ? await assignTeammate(tx.byRule, conversation, now)
    : await autoAssign(tx.byRule, conversation, now, { isNext: true });
  return after.assignee ? 'assigned' : 'missed';
}
