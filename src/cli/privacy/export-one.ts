import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { Command } from 'commander';
import type { App } from '../../app.ts';
import { answer } from '../answer.ts';
import { Failure, misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { globalOptions, recordId } from '../options.ts';
import { writeWhole } from '../write-whole.ts';

const STANDARD_OUTPUT = ['-', '/dev/stdout'];

const EXAMPLES = `
The ZIP file has the contact, the notes about it, its ratings, conversations, messages and files, and a README that says what is where.
It appears under its name when it is whole.

Examples:
  $ parley contacts export 12 --account 1 --output contact.zip
  $ parley contacts export 12 --account 1 > contact.zip`;

type Options = { account: number; output: string };

export const exportOne = new Command('export')
  .description('Write all that is stored of a contact to a ZIP file.')
  .argument('<id>', 'the number of the contact', recordId)
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--output <file>', 'where to write; "-" is standard output', '-')
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, { account, output }: Options, command: Command) => {
    const isFile = !STANDARD_OUTPUT.includes(output);
    if (globalOptions(command).json && !isFile) {
      throw misuse('--json leaves no room for the archive on standard output: name a file with --output');
    }
    await withApp(command, async (app) => {
      if (!isFile) return write(app, account, id, process.stdout);
      await writeWhole(output, (file) => write(app, account, id, file)).catch((error: NodeJS.ErrnoException) => {
        if (error.syscall === undefined) throw error;
        throw new Failure(`${output} cannot be written (${error.message})`, { cause: error });
      });
      answer(command, { contact_id: id, file: output }, `Written to ${output}`);
    });
  });

/** @throws AppError `not_found`, "Account not found" or "Contact not found" */
async function write(app: App, accountId: number, id: number, file: Writable): Promise<void> {
  const { readAccount } = await import('../../resources/accounts/queries.ts');
  const { readContact } = await import('../../resources/contacts/find-contact.ts');
  const { exportContact } = await import('../../resources/privacy/export/export-contact.ts');
  const tx = app.tx();
  const account = await readAccount(tx, accountId);
  const contact = await readContact(tx, account.id, id);
  const { publicUrl } = app.installation;
  const zip = await exportContact(
    { tx, dataDir: app.config.data_dir, publicUrl, now: app.now(), masksIds: false },
    account,
    contact,
  );
  await pipeline(zip, file, { end: file !== process.stdout });
}
