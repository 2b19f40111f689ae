import { access } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Check, failed, ok } from '../../checks.ts';
import { openTx } from '../../db/tx.ts';
import { FILE_COLUMNS } from '../../storage/named-keys.ts';
import { filesFolder, pathOf } from '../../storage/files.ts';
import type { DoctorContext } from './context.ts';

/** Rows of each table whose files are looked for; the newest, as a look at all would take minutes. */
const ROWS = 1000;
/** Files that are looked for at a time. */
const AT_ONCE = 50;

/** Checks that the files are there that the newest rows name. */
export const filesCheck = ({ config: { data_dir: dataDir }, currentOrm }: DoctorContext): Check => ({
  name: 'files',
  async look() {
    const keys = await newestKeys(await currentOrm());
    const missing: string[] = [];
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const there = await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => isThere(pathOf(dataDir, key))));
      missing.push(...keys.slice(at, at + AT_ONCE).filter((_, index) => !there[index]));
    }
    if (missing.length === 0) return ok(`the ${keys.length} files of the newest rows are there`);
    return failed(
      `${missing.length} of the ${keys.length} files of the newest rows are not in ${filesFolder(dataDir)}, such as ${missing[0]}`,
      'mount or copy the folder where it was, or restore a backup that has it',
    );
  },
});

async function newestKeys(orm: Parameters<typeof openTx>[0]): Promise<string[]> {
  const { db } = openTx(orm);
  const keys = new Set<string>();
  for (const { table, column, since } of FILE_COLUMNS) {
    const isStored = since === null ? sql`` : sql`and ${sql.ref(since)} is not null`;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)}
      where ${sql.ref(column)} is not null ${isStored} order by id desc limit ${ROWS}`.execute(db);
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  );
}
