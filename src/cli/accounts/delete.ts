import { Command } from 'commander';
import type { App } from '../../app.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import { accountDocument, contentsInWords } from './in-words.ts';
import type { AccountContents } from './queries.ts';

const EXAMPLES = `
Says what the account has, and asks for its name. Access ends at once; then everything in it is removed, rows and files, which may take
minutes. Where the command is interrupted after that has begun, the server goes on with it. Its members stay users of the
installation. Nothing brings the account back but a backup.

Examples:
  $ parley accounts delete 2
  $ parley accounts delete 2 --yes --json`;

export const remove = new Command('delete')
  .description('Delete an account with everything that is in it.')
  .argument('<id>', 'the number that the list shows', recordId)
  .option('--yes', 'do not ask for the name of the account')
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, { yes = false }: { yes?: boolean }, command: Command) => {
    await withApp(command, async (app) => {
      const { readContents } = await import('./queries.ts');
      const account = await readContents(app.tx(), id);
      process.stderr.write(`Account ${id}, ${account.name}  ${contentsInWords(account)}\n`);
      if (!yes) await askForName(account);
      await removeWhole(app, id);
      const { messages, files } = account;
      const document = { ...accountDocument(account), messages, files, status: 'deleted' };
      answer(command, document, `Deleted account ${id}, ${account.name}.`);
    });
  });

/** @throws Failure unless the name is typed on the terminal */
async function askForName({ name }: AccountContents): Promise<void> {
  const { askOnTerminal } = await import('../ui/ask.ts');
  const typed = await askOnTerminal('Its name, to delete it: ', '--yes deletes it without asking');
  if (typed.trim() !== name.trim()) throw new Failure('that is not the name of the account; nothing was done');
}

/** Deletes the account, and waits until its rows and files are gone. @throws Failure when they cannot be removed now */
export async function removeWhole(app: App, id: number): Promise<void> {
  const { deleteAccount } = await import('../../resources/accounts/delete-account.ts');
  const { awaitRemoval } = await import('./await-removal.ts');
  const begun = app.now();
  await deleteAccount(app.tx(), id, begun);
  await awaitRemoval(app, id, begun);
}
