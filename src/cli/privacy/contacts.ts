import { Command } from 'commander';
import { erase } from './erase.ts';
import { erasures } from './erasures.ts';
import { exportOne } from './export-one.ts';

const EXAMPLES = `
Examples:
  $ parley contacts export 12 --account 1 --output contact.zip
  $ parley contacts erase 12 --account 1
  $ parley contacts erasures --account 1`;

export const contacts = new Command('contacts')
  .description('Export or erase all data of a contact.')
  .addHelpText('after', EXAMPLES)
  .addCommand(exportOne)
  .addCommand(erase)
  .addCommand(erasures);
