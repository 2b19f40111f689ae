import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { Role } from '../../entities/account-user.ts';
import { isActiveInbox } from '../../records/active-inboxes.ts';
import { Failure } from '../failure.ts';

export type FoundUser = { id: number; name: string; email: string };

/** The user with this address, in whatever letter case. @throws Failure when there is none */
export async function findUser(tx: Tx, address: string): Promise<FoundUser> {
  const user = await tx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', address.trim().toLowerCase())
    .executeTakeFirst();
  if (user) return user;
  throw new Failure(`no user has the address ${address}: "parley users list" shows them all`);
}

/** The account with the inboxes to which somebody can be invited, by id; undefined = there is none. */
export async function listInvitable(tx: Tx, accountId: number) {
  const account = await tx.db.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirst();
  if (!account) return undefined;
  const inboxes = tx.db.selectFrom('inboxes as i').select(['i.id', 'i.name']).where('i.account_id', '=', accountId);
  return { name: account.name, inboxes: await inboxes.where(isActiveInbox('i')).orderBy('i.id').execute() };
}

/** Whether a member of the account has this address. */
export async function isMember(tx: Tx, accountId: number, email: string): Promise<boolean> {
  const member = await tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.id')
    .where('m.account_id', '=', accountId)
    .where('u.email', '=', email)
    .executeTakeFirst();
  return member !== undefined;
}

/** A user with what they have. */
export type UserSummary = FoundUser & {
  memberships: { accountId: number; accountName: string; role: Role }[];
  hasPassword: boolean;
  sessions: number;
  tokens: number;
};

/** The users of the installation, or the members of one account, by id; sessions and tokens are those valid at `now`. */
export async function listUsers(tx: Tx, accountId: number | null, now: Date): Promise<UserSummary[]> {
  const users = await tx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.password_hash as passwordHash'])
    .$if(accountId !== null, (query) =>
      query.where('u.id', 'in', (eb) =>
        eb.selectFrom('account_users').select('user_id').where('account_id', '=', accountId),
      ),
    )
    .orderBy('u.id')
    .execute();
  const membershipsOf = Map.groupBy(await listMemberships(tx), ({ userId }) => userId);
  const sessions = countsByUser(await countSessions(tx, now));
  const tokens = countsByUser(await countTokens(tx, now));
  return users.map(({ passwordHash, ...user }) => ({
    ...user,
    memberships: membershipsOf.get(user.id) ?? [],
    hasPassword: passwordHash !== null,
    sessions: sessions.get(user.id) ?? 0,
    tokens: tokens.get(user.id) ?? 0,
  }));
}

function listMemberships(tx: Tx) {
  return tx.db
    .selectFrom('account_users as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.user_id as userId', 'a.id as accountId', 'a.name as accountName', 'm.role'])
    .orderBy('m.id')
    .execute();
}

function countSessions(tx: Tx, now: Date) {
  return tx.db
    .selectFrom('sessions')
    .select(({ fn }) => ['user_id as userId', fn.countAll<number | string>().as('count')])
    .where('expires_at', '>', now)
    .groupBy('user_id')
    .execute();
}

/** The number of the user's API tokens that are valid at `now`. */
export async function countTokensOf(tx: Tx, userId: number, now: Date): Promise<number> {
  return countsByUser(await countTokens(tx, now, userId)).get(userId) ?? 0;
}

function countTokens(tx: Tx, now: Date, userId?: number) {
  return tx.db
    .selectFrom('access_tokens')
    .select(({ fn }) => ['owner_id as userId', fn.countAll<number | string>().as('count')])
    .where('owner_type', '=', sql.lit('User'))
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .$if(userId !== undefined, (query) => query.where('owner_id', '=', userId ?? 0))
    .groupBy('owner_id')
    .execute();
}

function countsByUser(rows: { userId: number; count: number | string }[]): Map<number, number> {
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]));
}
