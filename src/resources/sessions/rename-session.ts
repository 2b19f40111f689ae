import type { Tx } from '../../db/tx.ts';
import type { SessionKeys } from './open-session.ts';

/**
 * The session in the form of a new one, after its user's e-mail address has changed to `uid`; token and client stay.
 * The session must exist.
 */
export async function renamedSession(
  tx: Tx,
  session: { id: number; token: string; client: string },
  uid: string,
): Promise<SessionKeys> {
  const { expiresAt } = await tx.db
    .selectFrom('sessions')
    .select('expires_at as expiresAt')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  return { token: session.token, client: session.client, uid, expiresAt };
}
