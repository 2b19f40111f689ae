import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

export const suspend = new Command('suspend')
  .description('Close an account to its members, bots and contacts, until it is resumed. Nothing in it is lost.')
  .argument('<id>', 'the number that the list shows', recordId)
  .addHelpText('after', '\nExample:\n  $ parley accounts suspend 2')
  .action(async (id: number, _options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { setStatus } = await import('../../resources/accounts/set-status.ts');
      const { name } = await setStatus(app.tx(), id, 'suspended', app.now());
      answer(
        command,
        { id, name, status: 'suspended' },
        `Suspended account ${id}, ${name}: its members, bots and contacts are refused from now on.`,
      );
    });
  });
