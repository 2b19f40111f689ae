import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { digest, newToken } from '../../secrets.ts';
import { MINUTE } from '../../time.ts';
import { type NewSession, openSession, type Origin } from '../sessions/open-session.ts';
import { wrongCredentials } from './find-user-by-password.ts';

const LIFETIME_MS = 5 * MINUTE;

type User = { id: number; email: string };

/** The address at which the user is signed in once, within five minutes. */
export async function createLoginLink(tx: Tx, user: User, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await tx.db
    .insertInto('login_links')
    .values({ user_id: user.id, digest: digest(token), expires_at: expiresAt, created_at: now })
    .execute();
  const query = new URLSearchParams({ email: user.email, sso_auth_token: token });
  return `${tx.installation.publicUrl}/app/login?${query.toString()}`;
}

/**
 * Opens a session for the user with this e-mail address and the token of a login link, which is used up.
 * @throws AppError `unauthorized` for a token that was used, has expired, or is another user's
 */
export function signInByLink(
  tx: Tx,
  email: string,
  token: string,
  now: Date,
  origin: Origin,
): Promise<NewSession & { userId: number }> {
  return inTransaction(tx, async (tx) => {
    const user = await tx.db.selectFrom('users').select(['id', 'email']).where('email', '=', email).executeTakeFirst();
    if (!user) throw wrongCredentials();
    const link = await tx.db
      .deleteFrom('login_links')
      .where('digest', '=', digest(token))
      .where('user_id', '=', user.id)
      .where('expires_at', '>', now)
      .returning('id')
      .executeTakeFirst();
    if (!link) throw wrongCredentials();
    return { ...(await openSession(tx, user, now, origin)), userId: user.id };
  });
}

/** Deletes the links that have expired by `now`. */
export async function deleteExpiredLinks(tx: Tx, now: Date): Promise<void> {
  await tx.db.deleteFrom('login_links').where('expires_at', '<=', now).execute();
}
