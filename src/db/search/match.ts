import type { Tx } from '../tx.ts';
import { type RawBuilder, sql } from 'kysely';
import { inList, type SqlValue } from '../dialect.ts';
import { inAccount, type WordQuery } from './words.ts';

/** `query` in the query language of the database's index, for the account's words; a single value to bind. */
export function matchText(tx: Tx, accountId: number, { words, prefix }: WordQuery): string {
  const all = words.map((word) => inAccount(accountId, word));
  const last = prefix === null ? [] : [inAccount(accountId, prefix)];
  // Neither quotes nor backslashes are ever part of a word.
  return tx.isPostgres
    ? [...all.map((word) => `'${word}'`), ...last.map((word) => `'${word}':*`)].join(' & ')
    : [...all.map((word) => `"${word}"`), ...last.map((word) => `"${word}" *`)].join(' AND ');
}

/**
 * A subquery for the keys of the conversations with messages that `match` (of `matchText`) finds, one row for each
 * message.
 */
export function matchingConversations(tx: Tx, match: SqlValue<string>): RawBuilder<{ id: number }> {
  return tx.isPostgres
    ? sql`(select conversation_id as id from message_search where words @@ ${match}::tsquery)`
    : sql`(select rowid >> 32 as id from message_search where message_search match ${match})`;
}

/**
 * A subquery for the keys of the messages that `match` (of `matchText`) finds in the conversations whose keys are in
 * the JSON array `ids`.
 */
export function matchingMessages(
  tx: Tx,
  match: string,
  ids: string,
): RawBuilder<{ id: number; conversation_id: number }> {
  return tx.isPostgres
    ? sql`(select m.id, m.conversation_id from messages m join message_search s on s.message_id = m.id
        where ${inList(tx, 'm.conversation_id', ids)} and s.words @@ ${match}::tsquery)`
    : sql`(select s.rowid & 4294967295 as id, s.rowid >> 32 as conversation_id
        from json_each(${ids}) v cross join message_search s
        where message_search match ${match} and s.rowid between v.value << 32 and (v.value << 32) | 4294967295)`;
}

/** A subquery for the keys of all messages that `match` (of `matchText`) finds. */
export function allMatchingMessages(tx: Tx, match: string): RawBuilder<{ id: number }> {
  return tx.isPostgres
    ? sql`(select message_id as id from message_search where words @@ ${match}::tsquery)`
    : sql`(select rowid & 4294967295 as id from message_search where message_search match ${match})`;
}

/**
 * A subquery for the keys of the contacts whose text contains `text`, which must be in lower case, among those that
 * `match` (of `matchText`) finds.
 */
export function contactsContaining(
  tx: Tx,
  match: SqlValue<string>,
  text: SqlValue<string>,
): RawBuilder<{ id: number }> {
  return tx.isPostgres
    ? sql`(select t.contact_id as id from contact_search s join contact_texts t on t.contact_id = s.contact_id
        where s.words @@ ${match}::tsquery and position(${text} in t.text) > 0)`
    : sql`(select t.contact_id as id from contact_search cross join contact_texts t on t.contact_id = contact_search.rowid
        where contact_search match ${match} and instr(t.text, ${text}) > 0)`;
}
