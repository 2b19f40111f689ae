import type { Tx } from '../tx.ts';
import { type RawBuilder, sql } from 'kysely';
import { inList, type SqlValue } from '../dialect.ts';
import { folded } from './folded.ts';
import { gramQuery } from './grams.ts';
import { phoneText } from './phone-text.ts';
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

/** A search for contacts, as `contactsContaining` takes it: values to bind. `phone` '' = the text is no phone number. */
export type ContactSearch = { text: string; match: string; phone: string; phoneMatch: string };

/** The search for contacts whose name, e-mail address, phone number or identifier contains the text. */
export function contactSearch(tx: Tx, accountId: number, given: string): ContactSearch {
  const [text, phone] = [folded(given), phoneIn(given)];
  const matchOf = (part: string) => matchText(tx, accountId, gramQuery(part));
  return { text, match: matchOf(text), phone: phone ?? '', phoneMatch: phone === null ? '' : matchOf(phone) };
}

/** The phone number that the text is in another form than the stored one; null = none. */
export function phoneIn(text: string): string | null {
  const phone = phoneText(text);
  return phone === text ? null : phone;
}

type Bound<T> = { [K in keyof T]: SqlValue<T[K] & string> };

/**
 * A subquery for the keys of the contacts that a `contactSearch` finds: by the index, whose few candidates are compared with
 * the text. `isPhone` = it has a phone number, by which it finds others, too.
 */
export function contactsContaining(tx: Tx, search: Bound<ContactSearch>, isPhone: boolean): RawBuilder<{ id: number }> {
  const byText = containing(
    tx,
    search.match,
    { table: 'contact_texts', key: 'contact_id', field: 'text' },
    search.text,
  );
  if (!isPhone) return sql`(${byText})`;
  const place = { table: 'contacts', key: 'id', field: 'phone_number' };
  return sql`(${byText} union all ${containing(tx, search.phoneMatch, place, search.phone)})`;
}

type Place = { table: string; key: string; field: string };

function containing(tx: Tx, match: SqlValue<string>, { table, key, field }: Place, part: SqlValue<string>) {
  const [id, text] = [sql.ref(`t.${key}`), sql.ref(`t.${field}`)];
  return tx.isPostgres
    ? sql<{ id: number }>`select ${id} as id from contact_search s join ${sql.table(table)} t on ${id} = s.contact_id
        where s.words @@ ${match}::tsquery and position(${part} in ${text}) > 0`
    : sql<{
        id: number;
      }>`select ${id} as id from contact_search cross join ${sql.table(table)} t on ${id} = contact_search.rowid
        where contact_search match ${match} and instr(${text}, ${part}) > 0`;
}
