import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { MessageRecord } from '../message.ts';

/** Whether the contact sees the message: it is neither a private note nor an activity. */
export function isPublic(message: Pick<MessageRecord, 'private' | 'messageType'>): boolean {
  return !message.private && message.messageType !== 'activity';
}

/** The same as a condition; `table` is the messages' name in the query. */
export function isPublicIn(table: string): RawBuilder<SqlBool> {
  const [isPrivate, type] = [sql.ref(`${table}.private`), sql.ref(`${table}.message_type`)];
  return sql<SqlBool>`(${isPrivate} = false and ${type} != 'activity')`;
}
