import { Command } from 'commander';
import { answer } from './answer.ts';
import { configOf } from './options.ts';

const EXAMPLES = `
Settings come from config/default.yaml, the file given with --config, the environment (server.port is PARLEY_SERVER_PORT) and the
options, each over the one before. Secrets are not shown; each can be read from a file: PARLEY_SECRET_KEY_FILE=/run/secrets/parley.

Examples:
  $ parley config
  $ PARLEY_SERVER_PORT=8080 parley config --json | jq .server`;

export const config = new Command('config')
  .description('Print the settings that the other commands would run with.')
  .addHelpText('after', EXAMPLES)
  .action(async (_options: object, command: Command) => {
    const effective = await configOf(command);
    const { redacted } = await import('../config.ts');
    const { stringify } = await import('yaml');
    answer(command, redacted(effective), stringify(redacted(effective)).trimEnd());
  });
