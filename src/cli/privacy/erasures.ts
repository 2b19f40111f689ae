import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import { document, inWords } from './erasure-in-words.ts';

export const erasures = new Command('erasures')
  .description('List which contacts of an account were erased, the newest first, with the proofs.')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .addHelpText('after', '\nExample:\n  $ parley contacts erasures --account 1 --json')
  .action(async ({ account }: { account: number }, command: Command) => {
    await withApp(command, async (app) => {
      const { readAccount } = await import('../../resources/accounts/queries.ts');
      const { listErasures } = await import('../../resources/privacy/erasure/erasures.ts');
      const { id } = await readAccount(app.tx(), account);
      const { rows } = await listErasures(app.tx(), id, null);
      const documents = await Promise.all(rows.map((row) => document(app, row)));
      const texts = await Promise.all(rows.map((row) => inWords(app, row)));
      answer(command, documents, texts.join('\n') || 'No contact of this account was erased.');
    });
  });
