import type { Tx } from '../../db/tx.ts';
import { tell } from '../../events/tell.ts';
import type { Member } from '../../records/user.ts';
import { lockAccountMembers } from './account-members.ts';
import { lockConversationsOfMember, unassignConversations } from './unassign-conversations.ts';

/**
 * Takes a member out of the account, its inboxes and teams, and unassigns their conversations; the user stays. Call it in
 * a transaction. `check` may refuse it, with the members of the account locked.
 */
export async function removeMember(
  tx: Tx,
  member: Member,
  now: Date,
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const { accountId, userId } = member;
  // Conversations are locked before the account, and counts after it, as everywhere: two transactions that lock rows
  // in different orders wait for each other.
  await lockConversationsOfMember(tx, member);
  await lockAccountMembers(tx, accountId);
  await check();
  await unassignConversations(tx, member, now);
  await clearSurveyAgent(tx, member);
  await tx.db.deleteFrom('account_users').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  await deleteMemberships(tx, accountId, userId);
  await tell(tx, { is: 'access ended', accountId });
}

/**
 * Clears the agent of survey answers given while the membership was not accepted: without it, they would show the
 * user's own name and address.
 */
async function clearSurveyAgent(tx: Tx, { accountId, userId }: Member) {
  const invited = await tx.db
    .selectFrom('account_users')
    .select('created_at as since')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('invited_email', 'is not', null)
    .executeTakeFirst();
  if (!invited) return;
  await tx.db
    .updateTable('csat_survey_responses')
    .set({ assigned_agent_id: null })
    .where('account_id', '=', accountId)
    .where('assigned_agent_id', '=', userId)
    // An older survey may have been answered again since the invitation.
    .where('updated_at', '>=', invited.since)
    .execute();
}

/** Runs after the membership is deleted, so that nothing adds the user again. */
async function deleteMemberships(tx: Tx, accountId: number, userId: number): Promise<void> {
  await tx.db
    .deleteFrom('inbox_members')
    .where('user_id', '=', userId)
    .where('inbox_id', 'in', (eb) => eb.selectFrom('inboxes').select('id').where('account_id', '=', accountId))
    .execute();
  await tx.db
    .deleteFrom('team_members')
    .where('user_id', '=', userId)
    .where('team_id', 'in', (eb) => eb.selectFrom('teams').select('id').where('account_id', '=', accountId))
    .execute();
  await tx.db.deleteFrom('participants').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('draft_messages').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('notifications').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
}
