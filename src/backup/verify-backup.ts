import { isFileKey } from '../storage/files.ts';
import { BackupError, type Ending, type Header, type TableShape, type ValueType } from './format.ts';
import { readBackup } from './read-backup.ts';

/** What a sound backup has. */
export type Verified = { header: Header; ending: Ending };

/**
 * Reads all of the backup at `path`: checksums, each value of each row, and how much there is of everything.
 * @throws BackupError that says what is wrong with it; Error when it cannot be read
 */
export async function verifyBackup(path: string): Promise<Verified> {
  let header: Header | null = null;
  let hasKey = false;
  const ending = await readBackup(path, {
    header(found) {
      header = found;
    },
    key() {
      hasKey = true;
    },
    rows: (table, rows) => countOf(path, table, rows),
    sequences() {},
    async file(key, content) {
      if (!isFileKey(key)) throw new BackupError(`${path} is damaged: no file has the name ${key}`);
      for await (const _ of content);
    },
  });
  const found = header as Header | null;
  if (found === null) throw new BackupError(`${path} is damaged: it has no beginning`);
  if (found.has_key !== hasKey) throw new BackupError(`${path} is damaged: it lacks the secret key`);
  return { header: found, ending };
}

/** How many rows there are. @throws BackupError when a value is not as its column says */
function countOf(path: string, { name, columns }: TableShape, text: string): number {
  const rows = rowsIn(text);
  const areRows = rows?.every(
    (row) =>
      Array.isArray(row) &&
      row.length === columns.length &&
      columns.every(({ type }, index) => IS_VALUE[type]((row as unknown[])[index])),
  );
  if (!rows || !areRows) throw new BackupError(`${path} is damaged: rows of ${name} are not as its columns say`);
  return rows.length;
}

function rowsIn(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const isNumber = (value: unknown) => value === null || typeof value === 'number';
const isText = (value: unknown) => value === null || typeof value === 'string';

/** Whether a value is written as one of the type. */
const IS_VALUE: Record<ValueType, (value: unknown) => boolean> = {
  integer: isNumber,
  number: isNumber,
  boolean: isNumber,
  moment: isNumber,
  json: isText,
  text: isText,
};
