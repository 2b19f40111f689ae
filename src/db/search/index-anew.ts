import { sql } from 'kysely';
import { type Placeholders, prepared } from '../prepared.ts';
import type { Tx } from '../tx.ts';
import { ARTICLE_SEARCH, articlesAfter, writeArticles } from './article-index.ts';
import { knownContacts, saidMessages } from './indexed-rows.ts';
import { writeContacts, writeMessages } from './write-index.ts';

/** How many rows are written in one statement, and how many statements share a transaction. */
const ROWS = 500;
const STATEMENTS = 20;

const TABLES = ['message_search', 'contact_search', ARTICLE_SEARCH];

/**
 * Makes the search index of all messages, contacts and articles, so that none waits for it any more, in a database that nobody else
 * uses and whose schema is the current one. In the order of its keys, and without leaving anyone a turn, this takes a
 * fraction of the time of writing changes as they come.
 */
export async function indexAnew(tx: Tx): Promise<void> {
  const addIndexes = tx.isPostgres ? await dropIndexes(tx) : async () => {};
  await writeAll(tx, messagesAfter, writeMessages);
  await writeAll(tx, contactsAfter, writeContacts);
  await writeAll(tx, (tx, last) => articlesAfter(tx, { id: last?.id ?? 0, limit: ROWS }), writeArticles);
  await sql`delete from search_changes`.execute(tx.db);
  if (!tx.isPostgres) await finishOnSqlite(tx);
  await addIndexes();
}

type Read<Row> = (tx: Tx, last: Row | null) => Promise<Row[]>;
type Write<Row> = (tx: Tx, rows: Row[]) => Promise<void>;

async function writeAll<Row>(tx: Tx, read: Read<Row>, write: Write<Row>): Promise<void> {
  let last: Row | null = null;
  do last = await tx.transactional((tx) => writeSome(tx, last, read, write));
  while (last !== null);
}

/** Writes the rows after `last`. Returns the last one that it has written; null = there are no more. */
async function writeSome<Row>(tx: Tx, last: Row | null, read: Read<Row>, write: Write<Row>): Promise<Row | null> {
  let at = last;
  for (let done = 0; done < STATEMENTS; done += 1) {
    const rows = await read(tx, at);
    await write(tx, rows);
    at = rows.at(-1) ?? null;
    if (rows.length < ROWS) return null;
  }
  return at;
}

type SaidMessage = { id: number; conversationId: number };

const messagesAfter = (tx: Tx, last: SaidMessage | null) =>
  nextMessages(tx, { conversationId: last?.conversationId ?? 0, id: last?.id ?? 0 });

const nextMessages = prepared((db, values: Placeholders<{ conversationId: number; id: number }>) =>
  saidMessages(db)
    .where(sql<boolean>`(m.conversation_id, m.id) > (${values.conversationId}, ${values.id})`)
    .limit(ROWS),
);

const contactsAfter = (tx: Tx, last: { id: number } | null) => nextContacts(tx, { id: last?.id ?? 0 });

const nextContacts = prepared((db, values: Placeholders<{ id: number }>) =>
  knownContacts(db).where('c.id', '>', values.id).limit(ROWS),
);

async function finishOnSqlite(tx: Tx): Promise<void> {
  await sql`update message_search_mark set message_id = coalesce((select max(id) from messages), 0)`.execute(tx.db);
  // Each transaction has added parts, which searches would have to read one by one.
  for (const table of TABLES) {
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('optimize')`.execute(tx.db);
  }
}

/** PostgreSQL makes an index of many rows at once much faster than row by row. Returns what makes them. */
async function dropIndexes(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname in (${sql.join(TABLES)}) and t.relnamespace = current_schema()::regnamespace
      and not i.indisprimary`.execute(tx.db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(tx.db);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(tx.db);
  };
}
