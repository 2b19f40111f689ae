import { Command } from 'commander';
import { remove } from './delete.ts';
import { list } from './list.ts';
import { resume } from './resume.ts';
import { suspend } from './suspend.ts';

const EXAMPLES = `
Examples:
  $ parley accounts list
  $ parley accounts suspend 2
  $ parley accounts resume 2
  $ parley accounts delete 2`;

export const accounts = new Command('accounts')
  .description('Look after the accounts of the installation.')
  .addHelpText('after', EXAMPLES)
  .addCommand(list)
  .addCommand(suspend)
  .addCommand(resume)
  .addCommand(remove);
