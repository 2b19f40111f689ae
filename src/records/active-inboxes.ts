import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { db, type EntityManager } from '../db/orm.ts';

/** The condition that an inbox is active, which means not deleted; `table` is the table's alias in the query. */
export function isActiveInbox(table = 'inboxes'): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.deleted_at`)} is null`;
}

/** The active inboxes of every account. */
export function activeInboxes(em: EntityManager) {
  return db(em).selectFrom('inboxes').where(isActiveInbox());
}
