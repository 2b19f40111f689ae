import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';

/** The programs with a token for the Platform API, by id; `lastUsedAt` null = the token was never used. */
export function listPlatformTokens(tx: Tx) {
  return tx.db
    .selectFrom('platform_apps as p')
    .innerJoin('access_tokens as t', (join) =>
      join.onRef('t.owner_id', '=', 'p.id').on('t.owner_type', '=', sql.lit('PlatformApp')),
    )
    .select(['p.id as id', 'p.name as name', 'p.created_at as createdAt', 't.last_used_at as lastUsedAt'])
    .orderBy('p.id')
    .execute();
}
