import { Command } from 'commander';
import type { App } from '../../app.ts';
import { MINUTE } from '../../time.ts';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import { document, inWords } from './erasure-in-words.ts';

/** When a server does what this command has begun, if it does not come to its end. */
const LEFT_TO_SERVER_MS = 10 * MINUTE;

const EXAMPLES = `
This cannot be undone. It removes the contact with its conversations, messages, notes and files, and what would outlive them: events and
their deliveries, queued mails, what providers have told, kept answers, exports that wait for their download. Backups that were made
before still have it. The answer is the proof, which "parley contacts erasures" shows again.

Example:
  $ parley contacts erase 12 --account 1`;

export const erase = new Command('erase')
  .description('Erase a contact with all that is stored of it, and prove it.')
  .argument('<id>', 'the number of the contact', recordId)
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, { account }: { account: number }, command: Command) => {
    await withApp(command, async (app) => {
      const erasure = await run(app, account, id);
      answer(command, await document(app, erasure), await inWords(app, erasure));
    });
  });

/** @throws AppError as `requestErasure` does */
async function run(app: App, accountId: number, contactId: number) {
  const { readAccount } = await import('../../resources/accounts/queries.ts');
  const { erase } = await import('../../resources/privacy/erasure/erase.ts');
  const { findErasure } = await import('../../resources/privacy/erasure/erasures.ts');
  const { ERASE_CONTACT, erasureSubject, requestErasure } =
    await import('../../resources/privacy/erasure/request-erasure.ts');
  const { dropJobs } = await import('../../queue.ts');
  const tx = app.tx();
  const now = app.now();
  const account = await readAccount(tx, accountId);
  const dueAt = new Date(now.getTime() + LEFT_TO_SERVER_MS);
  const requested = await requestErasure(tx, account, { contactId, userId: null, dueAt }, now);
  await erase({ tx, dataDir: app.config.data_dir, now: () => app.now() }, requested);
  await dropJobs(tx, ERASE_CONTACT, erasureSubject(requested.id));
  return (await findErasure(tx, account.id, requested.id)) ?? requested;
}
