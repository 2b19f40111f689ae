import type { Tx } from '../db/tx.ts';
import { type Expression, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import type { TokenOwner } from '../entities/access-token.ts';
import { digest } from '../secrets.ts';
import { MINUTE } from '../time.ts';
import type { Credentials } from './credentials.ts';

/** The last use of a token or a session is stored at most this often. */
const LAST_USED_STEP_MS = MINUTE;

/**
 * The owner of the credentials, with the account `accountId` and their membership in it, whose values are null where
 * there is none; `accountId` 0 = no account. Null = there are no credentials, or they are not known. They may have
 * expired: `hasExpired`.
 */
export async function findCredentialOwner(tx: Tx, credentials: Credentials, accountId: number) {
  if (credentials.kind === 'none') return null;
  if (credentials.kind === 'token') {
    const [row] = await byToken(tx, { digest: credentials.digest, accountId });
    return row && !isOrphan(row) ? row : null;
  }
  if (credentials.kind === 'cookie') {
    const [row] = await byCookie(tx, { id: credentials.id, digest: credentials.digest, accountId });
    return row ? { ...row, ...OF_A_USER } : null;
  }
  const { token, client, uid } = credentials;
  const [row] = await bySession(tx, { digest: digest(token), client, email: uid.trim().toLowerCase(), accountId });
  return row ? { ...row, ...OF_A_USER } : null;
}

/** Whether the token or session is no longer valid. */
export function hasExpired({ expiresAt }: { expiresAt: Date | null }, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Whether the owner of the token has been deleted. */
function isOrphan(row: { ownerType: TokenOwner; userName: string | null; botName: string | null }): boolean {
  if (row.ownerType === 'User') return row.userName === null;
  return row.ownerType === 'AgentBot' && row.botName === null;
}

export type CredentialOwner = NonNullable<Awaited<ReturnType<typeof findCredentialOwner>>>;

/** Stores when the token or session was last used, at most once a minute. */
export async function noteUse(tx: Tx, owner: CredentialOwner, now: Date): Promise<void> {
  if (owner.lastUsedAt && now.getTime() - owner.lastUsedAt.getTime() < LAST_USED_STEP_MS) return;
  const used = { last_used_at: now };
  if (owner.tokenId !== null) {
    await tx.db.updateTable('access_tokens').set(used).where('id', '=', owner.tokenId).execute();
  } else {
    await tx.db
      .updateTable('sessions')
      .set(used)
      .where('id', '=', owner.sessionId ?? 0)
      .execute();
  }
}

/** The values of a session for the columns that are about tokens. */
const OF_A_USER = {
  tokenId: null,
  ownerType: 'User',
  scope: 'write',
  botName: null,
  botAvatarUrl: null,
  botAccountId: null,
} as const;

/** The token with its owner and the owner's membership in the account, in one statement. */
const byToken = remembered((db, values: Placeholders<{ digest: string; accountId: number }>) =>
  db
    .selectFrom('access_tokens as t')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 't.owner_id').on('t.owner_type', '=', sql.lit('User')))
    .leftJoin('agent_bots as b', (join) =>
      join.onRef('b.id', '=', 't.owner_id').on('t.owner_type', '=', sql.lit('AgentBot')),
    )
    .leftJoin('accounts as a', (join) => join.on('a.id', '=', values.accountId))
    .leftJoin('account_users as m', (join) => join.onRef('m.account_id', '=', 'a.id').onRef('m.user_id', '=', 'u.id'))
    .where('t.digest', '=', values.digest)
    .select([
      't.id as tokenId',
      sql.lit(null).as('sessionId'),
      't.owner_type as ownerType',
      't.owner_id as ownerId',
      't.scope',
      't.expires_at as expiresAt',
      't.last_used_at as lastUsedAt',
      'u.name as userName',
      'u.display_name as displayName',
      'u.email as email',
      'u.avatar_url as avatarUrl',
      'b.name as botName',
      'b.avatar_url as botAvatarUrl',
      'b.account_id as botAccountId',
      'a.id as accountId',
      'a.name as accountName',
      'a.status as accountStatus',
      'm.role as memberRole',
      'm.shown_name as shownName',
      'm.invited_email as invitedEmail',
    ]),
);

/** The session, which may have expired, with its user and the user's membership in the account, in one statement. */
const bySession = remembered(
  (db, values: Placeholders<{ digest: string; client: string; email: string; accountId: number }>) =>
    sessions(db, values.accountId)
      .where('u.email', '=', values.email)
      .where('s.client', '=', values.client)
      .where('s.digest', '=', values.digest),
);

/** The same for a session whose row key is known. */
const byCookie = remembered((db, values: Placeholders<{ id: number; digest: string; accountId: number }>) =>
  sessions(db, values.accountId).where('s.id', '=', values.id).where('s.digest', '=', values.digest),
);

function sessions(db: Db, accountId: Expression<number>) {
  return db
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .leftJoin('accounts as a', (join) => join.on('a.id', '=', accountId))
    .leftJoin('account_users as m', (join) => join.onRef('m.account_id', '=', 'a.id').onRef('m.user_id', '=', 'u.id'))
    .select([
      's.id as sessionId',
      's.expires_at as expiresAt',
      's.last_used_at as lastUsedAt',
      'u.id as ownerId',
      'u.name as userName',
      'u.display_name as displayName',
      'u.email as email',
      'u.avatar_url as avatarUrl',
      'a.id as accountId',
      'a.name as accountName',
      'a.status as accountStatus',
      'm.role as memberRole',
      'm.shown_name as shownName',
      'm.invited_email as invitedEmail',
    ]);
}
