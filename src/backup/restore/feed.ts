import { open } from 'node:fs/promises';
import type { Ending, Header } from '../format.ts';
import { readBackup, type Taker } from '../read-backup.ts';
import { TABLE_DIALECTS } from '../tables/dialects.ts';
import { readSequences } from '../tables/snapshot.ts';
import { requireSound, withSqliteSnapshot } from '../tables/sqlite-snapshot.ts';
import { verifyBackup } from '../verify-backup.ts';
import { headerOf } from '../write-backup.ts';

/** Something that an installation can be made from. */
export type Feed = {
  header: Header;
  /** Gives all of it to `taker`, without its header. @throws BackupError when it is damaged */
  give(taker: Taker): Promise<Ending | null>;
};

const SQLITE_FILE = 'SQLite format 3\0';

/**
 * The backup at `path`, or a SQLite database of Parley's: a copy that was made before a migration, or one that a restore has
 * replaced.
 * @throws BackupError when it is neither, or is damaged
 */
export async function openFeed(path: string, nativeBinding: string | undefined, now: Date): Promise<Feed> {
  if (await isSqliteFile(path)) return databaseFeed(path, nativeBinding, now);
  // All of it is read first, so that nothing is begun with one that is damaged.
  const { header } = await verifyBackup(path);
  return { header, give: (taker) => readBackup(path, taker) };
}

async function databaseFeed(path: string, nativeBinding: string | undefined, now: Date): Promise<Feed> {
  requireSound(path, nativeBinding);
  const within = <T>(read: Parameters<typeof withSqliteSnapshot<T>>[2]) =>
    withSqliteSnapshot(path, nativeBinding, read);
  const header = await within((snapshot) => headerOf(snapshot, false, now));
  return {
    header,
    give: (taker) =>
      within(async (snapshot) => {
        const dialect = TABLE_DIALECTS[snapshot.kind];
        await taker.header(header);
        for (const table of header.tables) {
          for await (const rows of snapshot.texts(dialect.rows(table))) await taker.rows(table, `[${rows.join()}]`);
        }
        await taker.sequences(await readSequences(snapshot, dialect));
        return null;
      }),
  };
}

async function isSqliteFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE_FILE.length), 0, SQLITE_FILE.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === SQLITE_FILE;
  } finally {
    await file.close();
  }
}
