import type { Tx } from '../../../db/tx.ts';
import { withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { checkAgentLimit, lockAccountMembers } from '../../account_users/account-members.ts';
import { ensureUser } from '../../users/ensure-user.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import { activeProvider } from './queries.ts';
import type { SamlPerson } from './provider.ts';

type User = { id: number; email: string };

/**
 * The user with this person's address, who is confined to the account from then on. The provider of an account has a say
 * over its own: it signs in members who have accepted and work in no other account, and makes users of addresses that
 * no user has.
 * @throws AppError `unauthorized` for other users; `plan_limit` when the account may have no more agents
 */
export function signInBySaml(tx: Tx, person: SamlPerson, now: Date): Promise<User> {
  return inTransaction(tx, async (tx) => {
    const { accountId, email } = person;
    await lockAccountMembers(tx, accountId);
    if (!(await activeProvider(tx, accountId))) throw refusedSignIn('the account has no provider any more');
    const known = await withRowLock(
      tx,
      tx.db.selectFrom('users').select(['id', 'email']).where('email', '=', email),
    ).executeTakeFirst();
    if (known) await checkIsOwn(tx, known, accountId);
    const user = known ?? (await addMember(tx, person, now));
    await confine(tx, user, accountId, now);
    return user;
  });
}

async function checkIsOwn(tx: Tx, { id, email }: User, accountId: number): Promise<void> {
  const memberships = await tx.db
    .selectFrom('account_users')
    .select(['account_id as accountId', 'invited_email as invitedEmail'])
    .where('user_id', '=', id)
    .execute();
  const accepted = memberships.filter(({ invitedEmail }) => invitedEmail === null);
  if (accepted.some((member) => member.accountId !== accountId)) {
    throw refusedSignIn(`the user with the address ${email} works in another account too`);
  }
  if (accepted.length === 0) throw refusedSignIn(`the user with the address ${email} is no member who has accepted`);
}

async function addMember(tx: Tx, { accountId, email, name, role }: SamlPerson, now: Date): Promise<User> {
  const { user, isNewUser } = await ensureUser(tx, { name, email, isProved: false, passwordHash: null }, now);
  if (!isNewUser) throw refusedSignIn(`a user has the address ${email} by now`);
  await checkAgentLimit(tx, accountId, 1);
  await tx.db
    .insertInto('account_users')
    .values({ account_id: accountId, user_id: user.id, role, created_at: now, updated_at: now })
    .execute();
  return user;
}

async function confine(tx: Tx, user: User, accountId: number, now: Date): Promise<void> {
  await tx.db
    .insertInto('saml_users')
    .values({ user_id: user.id, account_id: accountId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ account_id: accountId }))
    .execute();
}
