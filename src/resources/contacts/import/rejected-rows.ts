import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Stringifier } from 'csv-stringify';
import { plainCell, safeCell } from '../../../csv/safe-cell.ts';
import { csvStream } from '../../../csv/write-csv.ts';
import type { Rejected } from './import-contacts.ts';

/**
 * Collects the rows that were not imported in a CSV file, with the reason in the column `errors`, which follows those
 * of the imported file. The file is created with the first row. Cells that a spreadsheet would take for a formula are
 * escaped; an import reads them unescaped.
 */
export type RejectedRows = {
  /** @throws Error when the file cannot be written; for a failure of an earlier row as well */
  add(rejected: Rejected): Promise<void>;
  /** Closes the file. Returns its path; null = no row was added. @throws Error when it could not be written */
  end(): Promise<string | null>;
};

/** Collects rejected rows for a file at `path`, with the columns and the delimiter of the imported file. */
export function openRejectedRows(path: string, columns: string[], delimiter: string): RejectedRows {
  let opened: { rows: Stringifier; written: Promise<void> } | null = null;

  function open() {
    const rows = csvStream({ delimiter });
    const written = pipeline(rows, createWriteStream(path, { mode: 0o600, flush: true }));
    // It can fail before `end` awaits it.
    written.catch(() => {});
    rows.write([...columns, 'errors']);
    return { rows, written };
  }

  return {
    async add({ row, column, message }) {
      opened ??= open();
      const given = row.cells.map((cell) => safeCell(plainCell(cell)));
      const cells = columns.map((_, index) => given[index] ?? '');
      const rest = given.slice(columns.length);
      const reason = column === null ? message : `${column} ${message}`;
      if (opened.rows.write([...cells, reason, ...rest])) return;
      await Promise.race([once(opened.rows, 'drain'), opened.written]);
    },
    async end() {
      if (!opened) return null;
      opened.rows.end();
      await opened.written;
      return path;
    },
  };
}
