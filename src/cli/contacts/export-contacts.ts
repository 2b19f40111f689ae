import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { ExportColumn } from '../../resources/contacts/export/export-rows.ts';
import { answer } from '../answer.ts';
import { Failure, misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { globalOptions, recordId } from '../options.ts';
import { writeWhole } from '../write-whole.ts';

const STANDARD_OUTPUT = ['-', '/dev/stdout'];

const EXAMPLES = `
The file is CSV in UTF-8 whose first row names the columns, as "parley import-contacts" takes it. Cells that a spreadsheet would
take for a formula begin with an apostrophe, which an import takes away again. A file appears under its name when it is whole.

Examples:
  $ parley export-contacts --account 1 > contacts.csv
  $ parley export-contacts --account 1 --label vip --columns name,email,phone_number --output vip.csv`;

type Options = { account: number; label?: string; columns?: string; output: string };

export const exportContacts = new Command('export-contacts')
  .description('Write the contacts of an account to a CSV file.')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--label <label>', 'only contacts with this label')
  .option('--columns <names>', 'what to write of them, with commas between; without it, everything')
  .option('--output <file>', 'where to write; "-" is standard output', '-')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const isFile = !STANDARD_OUTPUT.includes(options.output);
    if (globalOptions(command).json && !isFile) {
      throw misuse('--json leaves no room for the contacts on standard output: name a file with --output');
    }
    const columns = await columnsIn(options.columns);
    await withApp(command, async (app) => {
      const count = await run(app, options, columns);
      if (isFile) answer(command, { count, file: options.output }, `Contacts written to ${options.output}: ${count}`);
    });
  });

/** @throws Failure naming unknown columns */
async function columnsIn(names: string | undefined): Promise<readonly ExportColumn[]> {
  const { EXPORT_COLUMNS } = await import('../../resources/contacts/export/export-schema.ts');
  if (names === undefined) return EXPORT_COLUMNS;
  return names.split(',').map((name) => {
    const column = EXPORT_COLUMNS.find((known) => known === name.trim());
    if (column) return column;
    throw misuse(`there is no column "${name.trim()}": --columns takes ${EXPORT_COLUMNS.join(', ')}`);
  });
}

async function run(app: App, { account, label, output }: Options, columns: readonly ExportColumn[]): Promise<number> {
  const { readAccount } = await import('../../resources/accounts/queries.ts');
  const { exportContacts } = await import('../../resources/contacts/export/export-contacts.ts');
  const tx = app.tx();
  const { id } = await readAccount(tx, account);
  const wanted = { columns, conditions: [], label: label || null };
  if (STANDARD_OUTPUT.includes(output)) return exportContacts(tx, id, wanted, process.stdout, { end: false });
  const written = writeWhole(output, (file) => exportContacts(tx, id, wanted, file));
  return written.catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new Failure(`${output} cannot be written (${error.message})`, { cause: error });
  });
}
