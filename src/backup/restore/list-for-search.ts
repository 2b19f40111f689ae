import { sql } from 'kysely';
import { indexChanges } from '../../db/search/index-changes.ts';
import type { Tx } from '../../db/tx.ts';

/** Batches between two looks whether there are more. */
const BATCHES = 50;

/**
 * Has all messages and contacts wait for the search index, as the schema in force wants it. A schema from before the search index
 * needs nothing: the migration that adds it does so.
 */
export async function listForSearch(tx: Tx): Promise<void> {
  if (!(await hasTable(tx, 'search_changes'))) return;
  const list = sql`insert into search_changes (kind, row_id, owner_id)`;
  if (await hasTable(tx, 'message_search_mark')) {
    await sql`update message_search_mark set message_id = 0`.execute(tx.db);
  } else {
    await sql`${list} select 'message', id, conversation_id from messages
      where message_type in ('incoming', 'outgoing') order by id`.execute(tx.db);
  }
  await sql`${list} select 'contact', id, account_id from contacts order by id`.execute(tx.db);
}

/** Writes the search index. */
export async function indexAll(tx: Tx): Promise<void> {
  while (await indexChanges(tx, BATCHES));
}

async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const found = tx.isPostgres
    ? sql<{ found: unknown }>`select to_regclass(${name}) as found`
    : sql<{ found: unknown }>`select (select 1 from sqlite_schema where name = ${name}) as found`;
  const { rows } = await found.execute(tx.db);
  return rows[0]?.found !== null;
}
