import type { Tx } from '../../db/tx.ts';

/** An invitation that its person has not accepted; `inviterId` null = unknown. */
export type Invitation = { accountId: number; userId: number; inviterId: number | null };

/** The newest invitation of the user who has this e-mail address and no password yet; null = there is none. */
export async function findInvitation(tx: Tx, email: string): Promise<Invitation | null> {
  const invitation = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .where('u.email', '=', email)
    .where('u.password_hash', 'is', null)
    .where('m.invited_email', 'is not', null)
    .where('a.status', '=', 'active')
    .select(['m.account_id as accountId', 'm.user_id as userId', 'm.inviter_id as inviterId'])
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return invitation ?? null;
}
