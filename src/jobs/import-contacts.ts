import { statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { object, string } from 'yup';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { integer } from '../fields.ts';
import { newSpoolPath, pathOf, removeFiles, storeFile } from '../storage/files.ts';
import { readAccount } from '../resources/accounts/queries.ts';
import { countRows, type CsvHeader, readRows } from '../resources/contacts/import/csv-file.ts';
import { finishImport } from '../resources/contacts/import/finish-import.ts';
import { importContacts as importAll, type ImportCounts } from '../resources/contacts/import/import-contacts.ts';
import { checkHeader } from '../resources/contacts/import/import-file.ts';
import { openRejectedRows } from '../resources/contacts/import/rejected-rows.ts';
import type { JobHandler, JobUnderWay } from './queue/handler.ts';
import { spareTime } from './receiving/spare-time.ts';

/** How long requests may keep each batch of rows waiting. */
const LONGEST_PAUSE_MS = 200;

const payloadOf = object({
  key: string().required(),
  filename: string().required(),
  user_id: integer().required(),
});

/**
 * Imports an uploaded file of contacts, queues the removal of the file, and queues the mail about the result to the
 * user who uploaded it.
 */
export const importContacts: JobHandler = async (app, payload, job) => {
  if (job.accountId === null) return;
  const { key, filename, user_id: userId } = payloadOf.validateSync(payload);
  const path = pathOf(app.config.data_dir, key);
  // A path for this attempt alone: another process may begin the next attempt while this one ends.
  const rejectedPath = await newSpoolPath(app.config.data_dir);
  try {
    const { counts, problem, hasRejected } = await importFile(app, job, path, rejectedPath);
    const rejected = hasRejected ? await keep(app, rejectedPath, filename) : null;
    const report = { filename, ...counts, problem };
    const finished = await finishImport(app.tx(), job, { key, userId, report, rejected }, app.now());
    if (!finished && rejected) await removeFiles(app.config.data_dir, [rejected.key]);
  } finally {
    await unlink(rejectedPath).catch(() => {});
  }
};

type Imported = { counts: ImportCounts; problem: string | null; hasRejected: boolean };

const NOTHING: Imported = {
  counts: { total: 0, created: 0, updated: 0, unchanged: 0, failed: 0 },
  problem: null,
  hasRejected: false,
};

/**
 * Imports the file. If any part of it is not CSV, nothing is imported; the result says so, and the job is not tried
 * again.
 */
async function importFile(app: App, job: JobUnderWay, path: string, rejectedPath: string): Promise<Imported> {
  const tx = app.tx();
  const account = await readAccount(tx, job.accountId ?? 0);
  const header = await readable(path);
  if (typeof header === 'string') return { ...NOTHING, problem: header };

  const rejected = openRejectedRows(rejectedPath, header.columns, header.delimiter);
  const counts = await importAll(tx, account, readRows(path, header), {
    header,
    labels: [],
    keep: true,
    now: () => app.now(),
    onRejected: (row) => rejected.add(row),
    async onProgress() {
      job.signal.throwIfAborted();
      // Rows that are refused wait for nothing: all of a large file would be read without a pause.
      await spareTime(LONGEST_PAUSE_MS);
    },
  }).finally(() => rejected.end());
  return { counts, problem: null, hasRejected: counts.failed > 0 };
}

/** Rows of an uploaded file; an operator's command takes any number. */
const MOST_ROWS = 1_000_000;
const tooMany = () =>
  `import_file has more than ${MOST_ROWS.toLocaleString('en')} rows: divide it, or use "parley import-contacts"`;

/** The header of the file, if all of it is CSV and not too long; otherwise what is wrong with it. */
async function readable(path: string): Promise<CsvHeader | string> {
  try {
    const header = await checkHeader(path);
    const rows = await countRows(path, header);
    return rows > MOST_ROWS ? tooMany() : header;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.detail ?? error.message;
  }
}

function keep(app: App, path: string, filename: string) {
  const name = `${filename.replace(/\.csv$/i, '')}.rejected.csv`;
  return storeFile(app.config.data_dir, { path, filename: name, size: statSync(path).size });
}
