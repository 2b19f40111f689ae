import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { addMember } from './add-member.ts';
import { checkAgentLimit, lockAccountMembers } from './account-members.ts';

export type Invitation = { accountId: number; emails: readonly string[]; inviterId: number };

/**
 * Makes all of these people agents of the account, or none when there is an error. Those who are already members stay
 * unchanged.
 * @throws AppError `plan_limit` when the account may not have so many
 */
export function createAgents(em: EntityManager, input: Invitation, now: Date): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockAccountMembers(em, input.accountId);
    const emails = await withoutMembers(em, input);
    await checkAgentLimit(em, input.accountId, emails.length);
    for (const email of emails) {
      const { accountId, inviterId } = input;
      await addMember(
        em,
        { accountId, email, name: null, role: 'agent', availability: 'online', autoOffline: true, inviterId },
        now,
      );
    }
  });
}

/** Each e-mail address once, without those of members. */
async function withoutMembers(em: EntityManager, { accountId, emails }: Invitation): Promise<string[]> {
  const members = await db(em)
    .selectFrom('users as u')
    .innerJoin('account_users as m', 'm.user_id', 'u.id')
    .select('u.email')
    .where('m.account_id', '=', accountId)
    .where('u.email', 'in', emails)
    .execute();
  const known = new Set(members.map(({ email }) => email));
  return [...new Set(emails)].filter((email) => !known.has(email));
}
