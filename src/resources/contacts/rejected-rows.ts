import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { stringify, type Stringifier } from 'csv-stringify';
import type { Rejected } from './import-contacts.ts';

/** Collects the rows that were not imported in a CSV file, with the reason in a last column. Nothing is written before the first. */
export type RejectedRows = {
  add(rejected: Rejected): Promise<void>;
  /** Ends the file. Returns its path; null = no row was added. */
  end(): Promise<string | null>;
};

/** `columns` are those of the file that is imported. */
export function openRejectedRows(path: string, columns: string[], delimiter: string): RejectedRows {
  let opened: { rows: Stringifier; file: WriteStream } | null = null;

  function open() {
    const file = createWriteStream(path, { mode: 0o600, flush: true });
    const rows = stringify({ delimiter });
    rows.pipe(file);
    rows.write([...columns, 'errors']);
    return { rows, file };
  }

  return {
    async add({ row, column, message }) {
      opened ??= open();
      const cells = columns.map((_, index) => row.cells[index] ?? '');
      const rest = row.cells.slice(columns.length);
      const reason = column === null ? message : `${column} ${message}`;
      if (!opened.rows.write([...cells, reason, ...rest])) await once(opened.rows, 'drain');
    },
    async end() {
      if (!opened) return null;
      opened.rows.end();
      await once(opened.file, 'close');
      return path;
    },
  };
}
