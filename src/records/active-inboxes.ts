import type { Tx } from '../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** The condition that an inbox is active, which means not deleted; `table` is the table's alias in the query. */
export function isActiveInbox(table = 'inboxes'): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`;
}

/** The active inboxes of every account. */
export function activeInboxes(tx: Tx) {
  return tx.db.selectFrom('inboxes').where(isActiveInbox());
}
