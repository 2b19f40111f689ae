import { Command } from 'commander';
import { type AccountUsage, bytesOf, readUsage } from '../../storage/usage/read-usage.ts';
import { answer } from '../answer.ts';
import { inSize } from '../../storage/in-size.ts';
import { counted } from '../backup/in-words.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Files are those of messages, uploads, exports and pictures, without thumbnails. Of the database, it is an estimate: the tables are shared
by the number of rows. Both count against limits.account_bytes.

Examples:
  $ parley usage
  $ parley usage --account 1 --json`;

export const usage = new Command('usage')
  .description('Show how much each account has, and how much of the disk it takes.')
  .option('--account <id>', 'only the account with this number', recordId)
  .addHelpText('after', EXAMPLES)
  .action(async ({ account }: { account?: number }, command: Command) => {
    await withApp(command, async (app) => {
      const accounts = await readUsage(app.tx(), account ?? null);
      const { account_bytes: quota } = app.config.limits;
      const text = accounts.map((of) => inWords(of, quota)).join('\n');
      answer(
        command,
        accounts.map((of) => document(of, quota)),
        text || 'There is no account yet: "parley create-account" makes one.',
      );
    });
  });

/** `quota` 0 = none. */
const document = ({ fileBytes, databaseBytes, ...counts }: AccountUsage, quota: number) => ({
  ...counts,
  file_bytes: fileBytes,
  database_bytes: databaseBytes,
  quota_bytes: quota === 0 ? null : quota,
});

function inWords(of: AccountUsage, quota: number): string {
  const things = ['contacts', 'conversations', 'messages', 'events'] as const;
  const counts = things.map((name) => counted(of[name], name)).join(', ');
  const files = `${counted(of.files, 'files')} (${inSize(of.fileBytes)})`;
  return `${of.id}  ${of.name}: ${counts}; ${files}, database about ${inSize(of.databaseBytes)}${ofQuota(of, quota)}`;
}

function ofQuota(of: AccountUsage, quota: number): string {
  return quota === 0 ? '' : `; ${Math.floor((bytesOf(of) / quota) * 100)} % of its quota of ${inSize(quota)}`;
}
