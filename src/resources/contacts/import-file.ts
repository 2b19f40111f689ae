import { open } from 'node:fs/promises';
import { invalidField } from '../../errors.ts';
import type { StoredFile } from '../../events/facts.ts';

/** By any of these columns, a contact can be told from others or called something. */
const KNOWN_COLUMNS = ['identifier', 'email', 'name', 'phone_number'];
/** Longest header row that is looked for, in bytes. */
const HEADER_BYTES = 65_536;
const CELL = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(?:,|$)/y;

/** The one file among those uploaded. @throws AppError `invalid` when there is none, or more than one */
export function importFile(files: StoredFile[]): StoredFile {
  const [file, second] = files;
  if (!file) throw invalidField('import_file', "can't be blank: send a CSV file as multipart/form-data");
  if (second) throw invalidField('import_file', 'must be one file');
  return file;
}

/** @throws AppError `invalid` unless the file at `path` begins with a header row that names something to import */
export async function checkHeader(path: string): Promise<void> {
  const line = await firstLine(path);
  const columns = line === null ? [] : cellsOf(line).map((cell) => cell.trim().toLowerCase());
  if (!columns.some((column) => KNOWN_COLUMNS.includes(column))) {
    throw invalidField(
      'import_file',
      `must be a CSV file in UTF-8 whose first row names its columns, among them at least one of ${KNOWN_COLUMNS.join(', ')}`,
    );
  }
}

/** Without the line's end and a byte order mark; null when it is not text. */
async function firstLine(path: string): Promise<string | null> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEADER_BYTES), length: HEADER_BYTES });
    const head = buffer.subarray(0, bytesRead);
    const end = head.findIndex((byte) => byte === 0x0a || byte === 0x0d);
    const line = head.subarray(0, end === -1 ? head.length : end).toString('utf8');
    return line.includes('\u0000') ? null : line.replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}

/** The cells of one row; none when it is not written as CSV. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < line.length) {
    const match = CELL.exec(line);
    if (!match) return [];
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return cells;
}
