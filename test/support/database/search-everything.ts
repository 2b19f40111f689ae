import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../../../src/db/tx.ts';
import type { TestApp } from '../app.ts';

/** Where a text is stored: names of tables, of the database itself and of files, each once; in any letter case. */
export function placesOf({ app }: TestApp, text: string): Promise<string[]> {
  return placesIn(app.tx(), app.config.data_dir, text, (answer) => app.installation.vault.open(answer));
}

/** The same of an installation that no app of this process has open; `open` opens kept answers, which are sealed. */
export async function placesIn(
  tx: Tx,
  dataDir: string,
  text: string,
  open: (answer: string) => string = () => '',
): Promise<string[]> {
  const sought = text.toLowerCase();
  const tables = await Promise.all((await tablesOf(tx)).map((table) => inTable(tx, table, sought, open)));
  return [...new Set([...tables.flat(), ...inFolder(dataDir, sought)])].toSorted();
}

/** The names of all tables, also those that SQLite keeps an index of words in. */
export async function tablesOf(tx: Tx): Promise<string[]> {
  const query = tx.isPostgres
    ? sql<{
        name: string;
      }>`select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`;
  return (await query.execute(tx.db)).rows.map(({ name }) => name);
}

/** The answers of idempotent requests are opened, because they are sealed. */
async function inTable(tx: Tx, table: string, sought: string, open: (answer: string) => string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(tx.db);
  const isThere = rows.some((row) => {
    const { answer } = row;
    const opened = table === 'idempotent_requests' && typeof answer === 'string' ? open(answer) : '';
    return (textOf(row) + opened).toLowerCase().includes(sought);
  });
  return isThere ? [table] : [];
}

function textOf(row: Record<string, unknown>): string {
  return Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
    .join('\n');
}

/** Files whose name or content has it, by the folder that they are in; the database's own files are left out. */
function inFolder(folder: string, sought: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.name.startsWith('parley.db'))
    .filter((file) => {
      const path = join(file.parentPath, file.name);
      return `${file.name}\n${readFileSync(path, 'latin1')}`.toLowerCase().includes(sought);
    })
    .map((file) => `${file.parentPath.slice(folder.length + 1).split('/')[0]}/`);
}
