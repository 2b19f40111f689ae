import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

export const resume = new Command('resume')
  .description('Open a suspended account again.')
  .argument('<id>', 'the number that the list shows', recordId)
  .addHelpText('after', '\nExample:\n  $ parley accounts resume 2')
  .action(async (id: number, _options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { setStatus } = await import('../../resources/accounts/set-status.ts');
      const { name } = await setStatus(app.tx(), id, 'active', app.now());
      answer(command, { id, name, status: 'active' }, `Account ${id}, ${name}, is open again.`);
    });
  });
