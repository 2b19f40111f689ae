import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The messages that searches find, in the order of their keys in the index, which makes inserting much faster. */
export const saidMessages = (db: Db) =>
  db
    .selectFrom('messages as m')
    .select([
      'm.id',
      'm.conversation_id as conversationId',
      'm.account_id as accountId',
      sql<string>`m.content`.as('content'),
    ])
    .where(sql<boolean>`m.message_type in ('incoming', 'outgoing')`)
    .where('m.content', 'is not', null)
    .orderBy('m.conversation_id')
    .orderBy('m.id');

/** The contacts that searches find, in the order of their keys in the index. */
export const knownContacts = (db: Db) =>
  db
    .selectFrom('contacts as c')
    .select(['c.id', 'c.account_id as accountId', 'c.name', 'c.email', 'c.phone_number as phoneNumber', 'c.identifier'])
    .orderBy('c.id');
