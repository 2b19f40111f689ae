import type { Tx } from '../tx.ts';
import { sql } from 'kysely';
import { gramsOf, searchedText } from './grams.ts';
import { inAccount, wordsOf } from './words.ts';

type SaidMessage = { id: number; conversationId: number; accountId: number; content: string };
type KnownContact = {
  id: number;
  accountId: number;
  name: string;
  email: string | null;
  phoneNumber: string | null;
  identifier: string | null;
};
/** A deleted message or contact; its owner is its conversation or account. */
type Gone = { id: number; ownerId: number };

/** Writes messages to the index of words, replacing their former entries; one statement. */
export async function writeMessages(tx: Tx, messages: SaidMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ id, conversationId, accountId, content }) => {
    const words = wordsOf(content).map((word) => inAccount(accountId, word));
    return [id, conversationId, tx.isPostgres ? words : words.join(' ')];
  });
  const write = tx.isPostgres
    ? sql`insert into message_search (message_id, conversation_id, words)
        select (r->>0)::int, (r->>1)::int, ${wordsIn(2)} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r
        on conflict (message_id) do update set words = excluded.words`
    : // The rowid holds the conversation's key and the message's.
      sql`insert or replace into message_search (rowid, words)
        select (value ->> 1 << 32) | value ->> 0, value ->> 2 from json_each(${JSON.stringify(rows)})`;
  await write.execute(tx.db);
}

/** Writes contacts to the index of grams, and the texts that searches compare to `contact_texts`; two statements. */
export async function writeContacts(tx: Tx, contacts: KnownContact[]): Promise<void> {
  if (contacts.length === 0) return;
  const texts = contacts.map(({ id, accountId, name, email, phoneNumber, identifier }) => ({
    id,
    accountId,
    text: searchedText([name, email, phoneNumber, identifier]),
  }));
  await tx.db
    .insertInto('contact_texts')
    .values(texts.map(({ id, text }) => ({ contact_id: id, text })))
    .onConflict((conflict) => conflict.column('contact_id').doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })))
    .execute();

  const rows = texts.map(({ id, accountId, text }) => {
    const grams = gramsOf(text).map((gram) => inAccount(accountId, gram));
    return [id, tx.isPostgres ? grams : grams.join(' ')];
  });
  const write = tx.isPostgres
    ? sql`insert into contact_search (contact_id, words)
        select (r->>0)::int, ${wordsIn(1)} from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r
        on conflict (contact_id) do update set words = excluded.words`
    : sql`insert or replace into contact_search (rowid, words)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})`;
  await write.execute(tx.db);
}

/** The array of words at `index` of the row as a tsvector. */
function wordsIn(index: number) {
  return sql`array_to_tsvector(array(select jsonb_array_elements_text(r->${sql.lit(index)})))`;
}

/** Removes the messages from the index of words; unindexed messages are ignored. */
export async function dropMessages(tx: Tx, gone: Gone[]): Promise<void> {
  if (gone.length === 0) return;
  const rows = JSON.stringify(gone.map(({ id, ownerId }) => [id, ownerId]));
  const drop = tx.isPostgres
    ? sql`delete from message_search where message_id in (select (r->>0)::int from jsonb_array_elements(${rows}::jsonb) as r)`
    : sql`delete from message_search where rowid in (select (value ->> 1 << 32) | value ->> 0 from json_each(${rows}))`;
  await drop.execute(tx.db);
}

/** Removes the contacts from the index of grams, with their texts; unindexed contacts are ignored. */
export async function dropContacts(tx: Tx, gone: Gone[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await tx.db.deleteFrom('contact_texts').where('contact_id', 'in', ids).execute();
  const key = sql.ref(tx.isPostgres ? 'contact_id' : 'rowid');
  await sql`delete from contact_search where ${key} in (${sql.join(ids)})`.execute(tx.db);
}
