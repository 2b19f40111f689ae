import { isFileKey } from '../storage/files.ts';
import { BackupError, type Ending, type Header, type TableShape, type ValueType } from './format.ts';
import { NamedFiles } from './named-files.ts';
import { NamedRows } from './named-rows.ts';
import { readBackup } from './read-backup.ts';

/** What a sound backup has. */
export type Verified = { header: Header; ending: Ending };

/**
 * Reads all of the backup at `path`: checksums, each value of each row, the rows and files that rows name, and how much there is
 * of everything. Takes the same memory whatever the size, but for the names of the files and a bit for each row.
 * @throws BackupError that says what is wrong with it; Error when it cannot be read
 */
export async function verifyBackup(path: string): Promise<Verified> {
  const found: { header?: Header; namedRows?: NamedRows; hasKey: boolean } = { hasKey: false };
  const files = new NamedFiles();
  const ending = await readBackup(path, {
    header(header) {
      found.header = header;
      found.namedRows = new NamedRows(header);
    },
    key() {
      found.hasKey = true;
    },
    rows(table, text) {
      const rows = rowsOf(path, table, text);
      found.namedRows?.take(table, rows);
      files.take(table, rows);
      return rows.length;
    },
    sequences() {},
    async file(key, content) {
      if (!isFileKey(key)) throw new BackupError(`${path} is damaged: no file has the name ${key}`);
      files.takeFile(key);
      for await (const _ of content);
    },
  });
  const { header, namedRows, hasKey } = found;
  if (!header) throw new BackupError(`${path} is damaged: it has no beginning`);
  if (header.has_key !== hasKey) throw new BackupError(`${path} is damaged: it lacks the secret key`);
  namedRows?.requireAll(path);
  files.requireAll(path, ending);
  return { header, ending };
}

/** The rows. @throws BackupError when a value is not as its column says */
function rowsOf(path: string, { name, columns }: TableShape, text: string): unknown[][] {
  const rows = rowsIn(text);
  const areRows = rows?.every(
    (row) =>
      Array.isArray(row) &&
      row.length === columns.length &&
      columns.every(({ type }, index) => IS_VALUE[type]((row as unknown[])[index])),
  );
  if (!rows || !areRows) throw new BackupError(`${path} is damaged: rows of ${name} are not as its columns say`);
  return rows as unknown[][];
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
