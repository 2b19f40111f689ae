import { db, type EntityManager } from '../../db/orm.ts';
import { type NewSession } from './open-session.ts';

/** A session as its app has to name it from now on: the token and client that it has, and the address that its user has now. */
export async function renamedSession(
  em: EntityManager,
  session: { id: number; token: string; client: string },
  uid: string,
): Promise<NewSession> {
  const { expiresAt } = await db(em)
    .selectFrom('sessions')
    .select('expires_at as expiresAt')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  return { token: session.token, client: session.client, uid, expiresAt };
}
