import type { Tx } from '../../../db/tx.ts';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeCell } from '../../../csv/safe-cell.ts';
import { csvStream } from '../../../csv/write-csv.ts';
import type { Json } from '../../../entities/columns.ts';
import { iso } from '../../../time.ts';
import { noteExport } from './note-export.ts';
import { exportRows, type WantedContacts } from './export-rows.ts';

/**
 * `signal` aborts the export, which then throws an AbortError; `end` says whether it closes the file, by default yes.
 */
export type ExportOptions = { signal?: AbortSignal; end?: boolean };

/**
 * Writes the wanted contacts of the account to `file` as CSV, in UTF-8 with a byte order mark, which spreadsheets need,
 * and with a header that an import understands. Returns the number of contacts written.
 */
export async function exportContacts(
  tx: Tx,
  accountId: number,
  wanted: WantedContacts,
  file: Writable,
  { signal, end = true }: ExportOptions = {},
): Promise<number> {
  await noteExport(tx, accountId, wanted);
  let count = 0;
  async function* records() {
    yield [...wanted.columns];
    for await (const page of exportRows(tx, accountId, wanted)) {
      count += page.length;
      for (const contact of page) yield wanted.columns.map((column) => cellOf(contact[column]));
    }
  }
  await pipeline(records, csvStream(), file, { end, ...(signal && { signal }) });
  return count;
}

/** Labels as a list with commas, times in ISO 8601, attributes as JSON. */
function cellOf(value: Json | Date | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return safeCell(value);
  if (value instanceof Date) return iso(value) ?? '';
  if (Array.isArray(value)) return safeCell(value.join(','));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
