import { Command } from 'commander';
import { answer, onOneLine } from '../answer.ts';
import { withApp } from '../open.ts';
import { accountDocument, sizesInWords } from './in-words.ts';

export const list = new Command('list')
  .description('List the accounts of the installation, with how much they have.')
  .addHelpText('after', '\nExample:\n  $ parley accounts list --json')
  .action(async (_options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { listAccounts } = await import('./queries.ts');
      const { iso } = await import('../../time.ts');
      const accounts = await listAccounts(app.tx());
      const documents = accounts.map((account) => ({
        ...accountDocument(account),
        created_at: iso(account.createdAt),
      }));
      const lines = accounts.map((account) => {
        const suspended = account.status === 'suspended' ? ' (suspended)' : '';
        return `${account.id}  ${account.name}${suspended}  ${sizesInWords(account)}`;
      });
      answer(
        command,
        documents,
        lines.map(onOneLine).join('\n') || 'There is no account: "parley create-account" makes one.',
      );
    });
  });
