import { join, parse } from 'node:path';
import { Command } from 'commander';
import type { App } from '../app.ts';
import type { ImportCounts, Rejected } from '../resources/contacts/import/import-contacts.ts';
import { answer } from './answer.ts';
import { Failure } from './failure.ts';
import { withApp } from './open.ts';
import { globalOptions, recordId } from './options.ts';
import { openProgress } from './ui/open-progress.ts';
import type { Progress } from './ui/progress.ts';

/** Rejected rows that the answer lists; the file of rejected rows has all of them. */
const LISTED = 1000;
/** Rejected rows that the text for people lists. */
const SHOWN = 10;

const EXAMPLES = `
The first row names the columns: identifier, email, phone_number, name, company, city, country and labels are known in any letter
case, everything else becomes a custom attribute. Cells are parted by commas, semicolons or tabs. A row finds its contact by
identifier, else e-mail, else phone number, and empty cells change nothing: a file can be imported again. Rows that cannot be
imported go, with the reason, into FILE.rejected.csv beside the file.

Examples:
  $ parley import-contacts people.csv --account 1
  $ parley import-contacts people.csv --account 1 --label imported --label 2026 --dry-run`;

type Options = { account: number; dryRun?: boolean; label: string[] };

export const importContacts = new Command('import-contacts')
  .description('Import contacts from a CSV file; what is there already is updated.')
  .argument('<file>', 'a CSV file in UTF-8')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--dry-run', 'only say what would happen')
  .option(
    '--label <label>',
    'a label for every contact; can be given again',
    (label, all: string[]) => [...all, label],
    [],
  )
  .addHelpText('after', EXAMPLES)
  .action(async (file: string, options: Options, command: Command) => {
    await withApp(command, async (app) => {
      const progress = await openProgress(Boolean(globalOptions(command).json));
      const report = await run(app, file, options, progress);
      answer(command, document(report), inWords(report, options));
    });
  });

type Report = ImportCounts & {
  /** The file of the rows that were not imported; null = all were. */
  rejectedFile: string | null;
  /** The first rejected rows. */
  rejected: Rejected[];
};

async function run(app: App, file: string, options: Options, progress: Progress): Promise<Report> {
  const { readAccount } = await import('../resources/accounts/queries.ts');
  const { countRows, readRows } = await import('../resources/contacts/import/csv-file.ts');
  const { importContacts } = await import('../resources/contacts/import/import-contacts.ts');
  const { checkHeader } = await import('../resources/contacts/import/import-file.ts');
  const { openRejectedRows } = await import('../resources/contacts/import/rejected-rows.ts');
  const tx = app.tx();
  const account = await readAccount(tx, options.account);
  const header = await checkHeader(file).catch((error: unknown) => refuse(file, error));
  const rows = await countRows(file, header).catch((error: unknown) => refuse(file, error));

  const rejected: Rejected[] = [];
  const rejectedRows = openRejectedRows(rejectedPathOf(file), header.columns, header.delimiter);
  const counts = await importContacts(tx, account, readRows(file, header), {
    header,
    labels: options.label.map((label) => label.trim().toLowerCase()),
    keep: !options.dryRun,
    now: () => app.now(),
    async onRejected(row) {
      if (rejected.length < LISTED) rejected.push(row);
      await rejectedRows.add(row);
    },
    onProgress: (counts) => progress.show(counts, rows),
  }).finally(() => progress.end());
  return { ...counts, rejected, rejectedFile: await rejectedRows.end() };
}

/** people.rejected.csv beside people.csv */
function rejectedPathOf(file: string): string {
  const { dir, name } = parse(file);
  return join(dir, `${name}.rejected.csv`);
}

/** @throws Failure naming the file and what is wrong with it */
function refuse(file: string, error: unknown): never {
  const { code, message, detail } = error as NodeJS.ErrnoException & { detail?: string };
  if (code === 'ENOENT') throw new Failure(`there is no file ${file}`, { cause: error });
  const isUnreadable = code === 'EISDIR' || code === 'EACCES';
  if (isUnreadable) throw new Failure(`${file} cannot be read (${message})`, { cause: error });
  throw detail ? new Failure(detail.replace('import_file', file), { cause: error }) : error;
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
