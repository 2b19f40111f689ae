import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** The sessions of the user that have not expired by `now`, the one used last first; one page, or all with `page` null. */
export function listSessions(tx: Tx, userId: number, page: Rows | null, now: Date) {
  const query = tx.db
    .selectFrom('sessions')
    .select([
      'id',
      'ip_address as ipAddress',
      'user_agent as userAgent',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
      'created_at as createdAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc');
  return paged(query, page).execute();
}
