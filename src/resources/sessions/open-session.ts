import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { credentialName } from '../../credential-name.ts';
import { tellAccessEnded } from '../../events/tell-access-ended.ts';
import { digest, newSecret, newToken } from '../../secrets.ts';
import { HOUR } from '../../time.ts';

/** How long a session lasts; use does not extend it. */
const LIFETIME_MS = 60 * 24 * HOUR;
/** The most sessions of one user; one more ends the oldest. */
const MAX_SESSIONS = 25;

/** The keys of a session; its token is in the clear. `client` tells the user's sessions apart; `uid` is their e-mail address. */
export type SessionKeys = { token: string; client: string; uid: string; expiresAt: Date };

export type NewSession = SessionKeys & {
  id: number;
  /** The name of the session as a credential. */
  credential: string;
  /** Whether the token is for the cookie of a browser, and not for headers. */
  isForCookie: boolean;
};

/** The address and the program that sign in, for the user to know the session by; null = not known. */
export type Origin = {
  ipAddress: string | null;
  userAgent: string | null;
  /** Whether a browser gets the session as a cookie; absent = no. */
  isForCookie?: boolean;
};

const UNKNOWN: Origin = { ipAddress: null, userAgent: null };

/** Opens a session of `LIFETIME_MS` for the user, and ends their oldest ones beyond `MAX_SESSIONS`. */
export function openSession(
  tx: Tx,
  user: { id: number; email: string },
  now: Date,
  origin: Origin = UNKNOWN,
): Promise<NewSession> {
  const { isForCookie = false } = origin;
  const session = {
    token: isForCookie ? newSecret() : newToken(),
    client: newToken(),
    uid: user.email,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
    isForCookie,
  };
  return inTransaction(tx, async (tx) => {
    // Two sign-ins at once could otherwise exceed the limit.
    await withRowLock(tx, tx.db.selectFrom('users').select('id').where('id', '=', user.id)).execute();
    const { id } = await tx.db
      .insertInto('sessions')
      .values({
        user_id: user.id,
        client: session.client,
        digest: digest(session.token),
        ip_address: origin.ipAddress,
        user_agent: origin.userAgent,
        expires_at: session.expiresAt,
        last_used_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await endOldest(tx, user.id);
    return { ...session, id, credential: credentialName({ tokenId: null, sessionId: id }) };
  });
}

async function endOldest(tx: Tx, userId: number): Promise<void> {
  const newest = tx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_SESSIONS);
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest)
    .returning('id')
    .execute();
  if (ended.length > 0) await tellAccessEnded(tx, userId);
}
