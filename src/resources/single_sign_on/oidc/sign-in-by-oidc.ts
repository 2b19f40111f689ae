import type { Tx } from '../../../db/tx.ts';
import { withRowLock } from '../../../db/dialect.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { EMAIL } from '../../../fields/email.ts';
import { storable } from '../../../fields/storable.ts';
import { proveAddress } from '../../auth/prove-address.ts';
import { checkAgentLimit, lockAccountMembers } from '../../account_users/account-members.ts';
import { ensureUser } from '../../users/ensure-user.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import type { OidcPerson } from './provider.ts';
import type { OidcProvider } from './providers.ts';

type Rules = Pick<OidcProvider, 'way' | 'autoCreate' | 'defaultAccount' | 'trustsAddresses'>;
type User = { id: number; email: string };

/**
 * The user who is this person: by the provider's name for them, or the first time by their address, which it must have
 * verified.
 * @throws AppError `unauthorized` when there is none and none is made, or the user is another person at the provider;
 *   `plan_limit` when the account may have no more agents
 */
export function signInByOidc(tx: Tx, person: OidcPerson, rules: Rules, now: Date): Promise<User> {
  return inTransaction(tx, async (tx) => (await findByIdentity(tx, person)) ?? (await connect(tx, person, rules, now)));
}

async function findByIdentity(tx: Tx, { issuer, subject }: OidcPerson): Promise<User | undefined> {
  return tx.db
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .select(['u.id', 'u.email'])
    .executeTakeFirst();
}

async function connect(tx: Tx, person: OidcPerson, rules: Rules, now: Date): Promise<User> {
  const email = provedAddress(person, rules);
  const user = await userWith(tx, email, person, rules, now);
  const { issuer, subject } = person;
  const added = await tx.db
    .insertInto('identities')
    .values({ user_id: user.id, issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Addresses may be given to somebody else; the provider's name for a person is not.
  if (!added) throw refusedSignIn(`the user with the address ${email} is somebody else at the provider`);
  return user;
}

function provedAddress({ email, isVerified }: OidcPerson, rules: Rules): string {
  if (email === null || !EMAIL.test(email)) throw refusedSignIn('the provider gave no e-mail address');
  if (isVerified ?? rules.trustsAddresses) return email;
  throw refusedSignIn(`the provider does not say that it has verified the address ${email}`);
}

async function userWith(tx: Tx, email: string, person: OidcPerson, rules: Rules, now: Date): Promise<User> {
  const known = await withRowLock(
    tx,
    tx.db.selectFrom('users').select(['id', 'email']).where('email', '=', email),
  ).executeTakeFirst();
  if (known) {
    await proveAddress(tx, known.id, now);
    return known;
  }
  if (!rules.autoCreate) throw refusedSignIn(`no user has the address ${email}`);
  const name = storable(person.name ?? email.replace(/@.*/, ''), NAME_LENGTH);
  const { user, isNewUser } = await ensureUser(tx, { name, email, isProved: true, passwordHash: null }, now);
  if (isNewUser && rules.defaultAccount !== 0) await addToAccount(tx, rules, user.id, now);
  return { id: user.id, email: user.email };
}

const NAME_LENGTH = 255;

async function addToAccount(tx: Tx, rules: Rules, userId: number, now: Date): Promise<void> {
  const { way, defaultAccount: accountId } = rules;
  await lockAccountMembers(tx, accountId);
  const account = tx.db.selectFrom('accounts').select('id').where('id', '=', accountId).where('status', '=', 'active');
  if (!(await account.executeTakeFirst())) {
    throw refusedSignIn(`the account for new users (auth.${way}.default_account) is gone`);
  }
  await checkAgentLimit(tx, accountId, 1);
  await tx.db
    .insertInto('account_users')
    .values({ account_id: accountId, user_id: userId, role: 'agent', created_at: now, updated_at: now })
    .execute();
}
