import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { listDefinitions } from '../../custom_attribute_definitions/queries.ts';
import type { CsvHeader, CsvRow } from './csv-file.ts';
import { importBatch } from './import-batch.ts';
import { targetsOf } from './import-columns.ts';
import { type ImportedRow, type Problem, readRow } from './import-row.ts';

/**
 * Rows and cells imported in one transaction, for which other requests wait; one row may have more cells. After a crash, the next run finds
 * their contacts.
 */
const [BATCH_ROWS, BATCH_CELLS] = [500, 5000];

/** The counts of an import so far. */
export type ImportCounts = { total: number; created: number; updated: number; unchanged: number; failed: number };

/** A row that was not imported, and why. */
export type Rejected = Problem & { row: CsvRow };

export type ImportOptions = {
  header: CsvHeader;
  /** Added to every contact. */
  labels: readonly string[];
  /** False = nothing is stored, as for a trial run. */
  keep: boolean;
  now(): Date;
  /** Receives each row that is not imported, in the order of the file. */
  onRejected(rejected: Rejected): Promise<void>;
  /** Called after each batch; the next one waits for it. */
  onProgress(counts: ImportCounts): Promise<void> | void;
};

/**
 * Imports the rows of a CSV file into the account, batch by batch; repeating it changes nothing. An error that `rows`
 * throws is thrown on, with the full batches before it imported.
 */
export async function importContacts(
  tx: Tx,
  account: AccountRecord,
  rows: AsyncIterable<CsvRow>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const definitions = await listDefinitions(tx.fork(), account.id, 'contact_attribute', null);
  const targets = targetsOf(options.header.columns, definitions);
  const counts: ImportCounts = { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 };

  const importRows = async (batch: CsvRow[]) => {
    const read = batch.map((row) => ({ row, content: labelled(readRow(row, targets), options.labels) }));
    const good = read.flatMap(({ content }) => (isProblem(content) ? [] : [content]));
    const imported = good.length === 0 ? [] : await importBatch(tx, account, good, options.keep, options.now());
    const outcomes = imported.values();
    for (const { row, content } of read) {
      const outcome = isProblem(content) ? content : (outcomes.next().value ?? 'unchanged');
      counts.total += 1;
      counts[typeof outcome === 'string' ? outcome : 'failed'] += 1;
      if (typeof outcome !== 'string') await options.onRejected({ ...outcome, row });
    }
    await options.onProgress({ ...counts });
  };

  for await (const batch of inBatches(rows)) await importRows(batch);
  return counts;
}

/** The rows in batches. */
async function* inBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  let cells = 0;
  for await (const row of rows) {
    batch.push(row);
    cells += row.cells.length;
    if (batch.length < BATCH_ROWS && cells < BATCH_CELLS) continue;
    yield batch;
    batch = [];
    cells = 0;
  }
  if (batch.length > 0) yield batch;
}

function isProblem(row: ImportedRow | Problem): row is Problem {
  return 'message' in row;
}

function labelled(row: ImportedRow | Problem, labels: readonly string[]): ImportedRow | Problem {
  return isProblem(row) || labels.length === 0 ? row : { ...row, labels: [...new Set([...row.labels, ...labels])] };
}
