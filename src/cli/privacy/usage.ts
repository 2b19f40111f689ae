import { Command } from 'commander';
import type { AccountUsage } from '../../resources/accounts/usage/read-usage.ts';
import { answer } from '../answer.ts';
import { counted, inSize } from '../backup/in-words.ts';
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
      const accounts = await readUsage(app.tx(), account ?? null);
      const text = accounts.map(inWords).join('\n');
      answer(command, accounts.map(document), text || 'There is no account yet: "parley create-account" makes one.');
    });
  });

const document = ({ fileBytes, databaseBytes, ...counts }: AccountUsage) => ({
  ...counts,
  file_bytes: fileBytes,
  database_bytes: databaseBytes,
});

function inWords(of: AccountUsage): string {
  const things = ['contacts', 'conversations', 'messages', 'events'] as const;
  const counts = things.map((name) => counted(of[name], name)).join(', ');
  const files = `${counted(of.files, 'files')} (${inSize(of.fileBytes)})`;
  return `${of.id}  ${of.name}: ${counts}; ${files}, database about ${inSize(of.databaseBytes)}`;
}
