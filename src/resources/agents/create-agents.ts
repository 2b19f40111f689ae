import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { addMember } from './add-member.ts';
import { insertInboxMembers, lockInboxes } from '../inbox_members/write-members.ts';
import { checkAgentLimit, lockAccountMembers } from '../account_users/account-members.ts';

export type Invitation = {
  accountId: number;
  emails: readonly string[];
  inboxIds: readonly number[];
  inviterId: number;
};

/**
 * Makes the people with these e-mail addresses agents of the account and members of its inboxes `inboxIds`, or none when
 * there is an error. Those who are already members stay unchanged.
 * @throws AppError `invalid` for an inbox that the account does not have, `plan_limit` when the account may not have so
 *   many
 */
export function createAgents(tx: Tx, input: Invitation, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockInboxes(tx, input.accountId, input.inboxIds, now);
    await lockAccountMembers(tx, input.accountId);
    const emails = await withoutMembers(tx, input);
    await checkAgentLimit(tx, input.accountId, emails.length);
    for (const email of emails) {
      const { accountId, inviterId } = input;
      const userId = await addMember(
        tx,
        { accountId, email, name: null, role: 'agent', availability: 'online', autoOffline: true, inviterId },
        now,
      );
      for (const inboxId of input.inboxIds) await insertInboxMembers(tx, inboxId, [userId], now);
    }
  });
}

/** Each e-mail address once, without those of members. */
async function withoutMembers(tx: Tx, { accountId, emails }: Invitation): Promise<string[]> {
  const members = await tx.db
    .selectFrom('users as u')
    .innerJoin('account_users as m', 'm.user_id', 'u.id')
    .select('u.email')
    .where('m.account_id', '=', accountId)
    .where('u.email', 'in', emails)
    .execute();
  const known = new Set(members.map(({ email }) => email));
  return [...new Set(emails)].filter((email) => !known.has(email));
}
