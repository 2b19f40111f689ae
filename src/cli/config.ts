import { Command } from 'commander';
import { assetText } from '../assets.ts';
import { defaults } from '../config/defaults.ts';
import { answer } from './answer.ts';
import { configOf, settingsFilesOf } from './options.ts';

const EXAMPLES = `
Settings come from the defaults, /etc/parley.yaml, variables in /etc/parley.env, the environment (server.port is PARLEY_SERVER_PORT) and
the options, each over the one before. Users other than root may have a file of their own instead of those in /etc,
~/.config/parley/parley.yaml, and --config names another one. Secrets are not shown; each can be read from a file:
PARLEY_SECRET_KEY_FILE=/run/secrets/parley.

Examples:
  $ parley config
  $ parley config --defaults | less
  $ PARLEY_SERVER_PORT=8080 parley config --json | jq .server`;

export const config = new Command('config')
  .description('Print the settings that the other commands would run with.')
  .option('--defaults', 'print every setting with its meaning and what it is without being set')
  .addHelpText('after', EXAMPLES)
  .action(async (options: { defaults?: boolean }, command: Command) => {
    if (options.defaults) return answer(command, defaults(), assetText('config/default.yaml').trimEnd());
    const effective = await configOf(command);
    const { found } = await settingsFilesOf(command);
    const { redacted } = await import('../config.ts');
    const { stringify } = await import('yaml');
    const sources = ['the defaults', ...found, 'the environment and the options'];
    answer(command, redacted(effective), `# From ${sources.join(', ')}.\n${stringify(redacted(effective)).trimEnd()}`);
  });
