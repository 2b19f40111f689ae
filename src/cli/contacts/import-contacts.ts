import { join, parse } from 'node:path';
import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { CsvHeader } from '../../resources/contacts/import/csv-file.ts';
import type { ImportCounts, Rejected } from '../../resources/contacts/import/import-contacts.ts';
import type { RejectedRows } from '../../resources/contacts/import/rejected-rows.ts';
import { answer } from '../answer.ts';
import { Failure, misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { globalOptions, recordId } from '../options.ts';
import { isStandardInput, withReadAgain } from './read-again.ts';
import { openProgress } from '../ui/open-progress.ts';
import { isOpen, onEnd } from '../write-whole.ts';

/** Most rejected rows in the answer; the file of rejected rows has all. */
const LISTED = 1000;
/** Rejected rows that the text for people lists. */
const SHOWN = 10;

const EXAMPLES = `
The first row names the columns: identifier, email, phone_number, name, company, city, country and labels are known in any letter
case, everything else becomes a custom attribute. Cells are parted by commas, semicolons or tabs. A row finds its contact by
identifier, else e-mail, else phone number, and empty cells change nothing: a file can be imported again. Rows that cannot be
imported go, with the reason, into FILE.rejected.csv beside the file; those of standard input into stdin.rejected.csv.

Examples:
  $ parley import-contacts people.csv --account 1
  $ parley import-contacts people.csv --account 1 --label imported --label 2026 --dry-run
  $ zcat people.csv.gz | parley import-contacts - --account 1 --rejected /tmp/rejected.csv`;

type Options = { account: number; dryRun?: boolean; label: string[]; rejected?: string };

export const importContacts = new Command('import-contacts')
  .description('Import contacts from a CSV file; what is there already is updated.')
  .argument('<file>', 'a CSV file in UTF-8; "-" is standard input')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--dry-run', 'only say what would happen')
  .option('--rejected <file>', 'where rows go that cannot be imported')
  .option(
    '--label <label>',
    'a label for every contact; can be given again',
    (label, all: string[]) => [...all, label],
    [],
  )
  .addHelpText('after', EXAMPLES)
  .action(async (file: string, options: Options, command: Command) => {
    const labels = await labelsIn(options.label);
    await withApp(command, async (app) => {
      const isQuiet = Boolean(globalOptions(command).json);
      const report = await run(app, file, { ...options, label: labels }, isQuiet);
      answer(command, document(report), inWords(report, options));
    });
  });

/** The labels as they are stored. @throws Failure naming one that no label can be */
async function labelsIn(given: string[]): Promise<string[]> {
  const { labelTitle } = await import('../../resources/labels/schema.ts');
  const { ValidationError } = await import('yup');
  return given.map((label) => {
    try {
      return labelTitle().validateSync(label);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      throw misuse(`--label "${label}" ${error.message}`, error);
    }
  });
}

type Report = ImportCounts & {
  /** The file of the rows that were not imported; null = all were. */
  rejectedFile: string | null;
  /** The first rejected rows. */
  rejected: Rejected[];
};

async function run(app: App, file: string, options: Options, isQuiet: boolean): Promise<Report> {
  const { readAccount } = await import('../../resources/accounts/queries.ts');
  const account = await readAccount(app.tx(), options.account);
  return withReadAgain(file, async (path) => {
    const { countRows } = await import('../../resources/contacts/import/csv-file.ts');
    const { checkHeader } = await import('../../resources/contacts/import/import-file.ts');
    const header = await checkHeader(path);
    const rows = await countRows(path, header);
    return importRows(
      app,
      account,
      { path, header, rows },
      { ...options, rejected: rejectedPathOf(file, options) },
      isQuiet,
    );
  }).catch((error: unknown) => refuse(file, error));
}

/** A file that is CSV throughout, and how many rows it has. */
type Checked = { path: string; header: CsvHeader; rows: number };

async function importRows(
  app: App,
  account: AccountRecord,
  { path, header, rows }: Checked,
  options: Options & { rejected: string },
  isQuiet: boolean,
): Promise<Report> {
  const { readRows } = await import('../../resources/contacts/import/csv-file.ts');
  const { importContacts } = await import('../../resources/contacts/import/import-contacts.ts');
  if (!options.dryRun) {
    await app.tx().audit({ accountId: account.id, type: 'Contact', id: null, action: 'import', changes: {} });
  }
  const progress = await openProgress(isQuiet);
  const rejected: Rejected[] = [];
  const rejectedRows = options.dryRun ? null : await openRejected(options.rejected, header);
  let done = 0;
  const stopWatching = onEnd(() => {
    void progress.end();
    process.stderr.write(`${interrupted(done, rows, options)}\n`);
  });
  try {
    const counts = await importContacts(app.tx(), account, readRows(path, header), {
      header,
      labels: options.label,
      keep: !options.dryRun,
      now: () => app.now(),
      async onRejected(row) {
        if (rejected.length < LISTED) rejected.push(row);
        await rejectedRows?.add(row);
      },
      onProgress(counts) {
        done = counts.total;
        progress.show(counts, rows);
      },
    }).finally(() => progress.end());
    return { ...counts, rejected, rejectedFile: (await rejectedRows?.end()) ?? null };
  } finally {
    stopWatching();
  }
}

/** The message when a signal ends the import after `done` rows. */
function interrupted(done: number, rows: number, { dryRun }: Options): string {
  if (dryRun) return 'interrupted: nothing was changed, as this was a dry run';
  return `interrupted: ${done} of ${rows} rows are in; import the file again, and the rest follows`;
}

/** Opens the file of rejected rows; each of its functions throws a Failure when the file cannot be written. */
async function openRejected(path: string, { columns, delimiter }: CsvHeader): Promise<RejectedRows> {
  const { openRejectedRows } = await import('../../resources/contacts/import/rejected-rows.ts');
  const rows = openRejectedRows(path, columns, delimiter);
  const refuseWrite = (error: NodeJS.ErrnoException): never => {
    const advice = 'name another place with --rejected, and import the file again';
    throw new Failure(`the rejected rows cannot be written (${error.message}): ${advice}`, { cause: error });
  };
  return { add: (row) => rows.add(row).catch(refuseWrite), end: () => rows.end().catch(refuseWrite) };
}

/** The file that was named; else people.rejected.csv beside people.csv, or one in the current folder. */
function rejectedPathOf(file: string, { rejected }: Options): string {
  if (rejected !== undefined) return rejected;
  if (isStandardInput(file)) return 'stdin.rejected.csv';
  const { dir, name } = parse(file);
  // Nobody can make another file there.
  return join(isOpen(file) ? '' : dir, `${name}.rejected.csv`);
}

/** @throws Failure naming the file and what is wrong with it; else the error itself */
function refuse(file: string, error: unknown): never {
  const { code, message, detail } = error as NodeJS.ErrnoException & { detail?: string };
  if (code === 'ENOENT') throw new Failure(`there is no file ${file}`, { cause: error });
  const isUnreadable = code === 'EISDIR' || code === 'EACCES';
  if (isUnreadable) throw new Failure(`${file} cannot be read (${message})`, { cause: error });
  const name = isStandardInput(file) ? 'standard input' : file;
  throw detail?.includes('import_file') ? new Failure(detail.replace('import_file', name), { cause: error }) : error;
}

function document({ rejectedFile, rejected, ...counts }: Report) {
  return {
    total: counts.total,
    created: counts.created,
    updated: counts.updated,
    unchanged: counts.unchanged,
    failed: counts.failed,
    rejected_file: rejectedFile,
    errors: rejected.map(({ row, column, message }) => ({ row: row.number, column, message })),
  };
}

function inWords(report: Report, { dryRun }: Options): string {
  const { total, created, updated, unchanged, failed, rejectedFile, rejected } = report;
  return [
    `${total} rows: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} rejected`,
    ...rejected
      .slice(0, SHOWN)
      .map(({ row, column, message }) => `  row ${row.number}: ${column ?? 'the row'} ${message}`),
    ...(failed > SHOWN ? [`  and ${failed - SHOWN} more`] : []),
    ...(rejectedFile === null ? [] : [`The rejected rows are in ${rejectedFile}.`]),
    ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
  ].join('\n');
}
