import { Command } from 'commander';
import type { AccountUsage } from '../../resources/accounts/usage/read-usage.ts';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Files are those of messages, uploads, exports and pictures, without thumbnails. Of the database, it is an estimate: the tables are shared
by the number of rows.

Examples:
  $ parley usage
  $ parley usage --account 1 --json`;

export const usage = new Command('usage')
  .description('Show how much each account has, and how much of the disk it takes.')
  .option('--account <id>', 'only the account with this number', recordId)
  .addHelpText('after', EXAMPLES)
  .action(async ({ account }: { account?: number }, command: Command) => {
    await withApp(command, async (app) => {
      const { readUsage } = await import('../../resources/accounts/usage/read-usage.ts');
      const { inSize } = await import('../backup/in-words.ts');
      const accounts = await readUsage(app.tx(), account ?? null);
      const text = accounts.map((of) => inWords(of, inSize)).join('\n');
      answer(command, accounts.map(document), text || 'There is no account yet: "parley create-account" makes one.');
    });
  });

const document = ({ fileBytes, databaseBytes, ...counts }: AccountUsage) => ({
  ...counts,
  file_bytes: fileBytes,
  database_bytes: databaseBytes,
});

function inWords(of: AccountUsage, inSize: (bytes: number) => string): string {
  const counts = `${of.contacts} contacts, ${of.conversations} conversations, ${of.messages} messages, ${of.events} events`;
  return `${of.id}  ${of.name}: ${counts}; ${of.files} files (${inSize(of.fileBytes)}), database about ${inSize(of.databaseBytes)}`;
}
