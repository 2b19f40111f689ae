import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';

/** Where a text is stored: names of tables, of the database itself and of files, each once; in any letter case. */
export async function placesOf(test: TestApp, text: string): Promise<string[]> {
  const sought = text.toLowerCase();
  const tables = await Promise.all((await tablesOf(test)).map((table) => inTable(test, table, sought)));
  return [...new Set([...tables.flat(), ...inFolder(test.app.config.data_dir, sought)])].toSorted();
}

/** All tables, also those that SQLite keeps an index of words in. */
async function tablesOf(test: TestApp): Promise<string[]> {
  const query = test.app.tx().isPostgres
    ? sql<{
        name: string;
      }>`select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`
    : sql<{ name: string }>`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'`;
  return (await query.execute(test.rows())).rows.map(({ name }) => name);
}

/** The answers of idempotent requests are opened, because they are sealed. */
async function inTable(test: TestApp, table: string, sought: string): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(test.rows());
  const { vault } = test.app.installation;
  const isThere = rows.some((row) => {
    const { answer } = row;
    const opened = table === 'idempotent_requests' && typeof answer === 'string' ? vault.open(answer) : '';
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
