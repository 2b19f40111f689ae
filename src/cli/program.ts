import { Command, type CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { accounts } from './accounts/accounts.ts';
import { auditLog } from './audit/audit-log.ts';
import { backup } from './backup/backup.ts';
import { channels } from './channels/channels.ts';
import { completion } from './completion/completion.ts';
import { config } from './config.ts';
import { createAccount } from './create-account.ts';
import { exportContacts } from './contacts/export-contacts.ts';
import { demo } from './demo/demo.ts';
import { doctor } from './doctor.ts';
import { DONE, FAILED, Failure, misuse } from './failure.ts';
import { importContacts } from './contacts/import-contacts.ts';
import { jobs } from './jobs.ts';
import { migrate } from './migrate.ts';
import type { GlobalOptions } from './options.ts';
import { contacts } from './privacy/contacts.ts';
import { prune } from './privacy/prune.ts';
import { usage } from './privacy/usage.ts';
import { pathOf } from './path-of.ts';
import { platformToken } from './platform-token.ts';
import { mails } from './mail/mails.ts';
import { receiveMail } from './mail/receive-mail.ts';
import { restore } from './backup/restore.ts';
import { report } from './report.ts';
import { serve } from './serve.ts';
import { top } from './top/top.ts';
import { users } from './users/users.ts';
import { version } from './version.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every command, in the order in which the help lists them. */
const commands = [
  serve,
  migrate,
  createAccount,
  demo,
  accounts,
  users,
  platformToken,
  importContacts,
  exportContacts,
  receiveMail,
  mails,
  webhooks,
  channels,
  jobs,
  auditLog,
  prune,
  contacts,
  usage,
  backup,
  restore,
  top,
  doctor,
  config,
  completion,
  version,
];

const EXAMPLES = `
Examples:
  $ parley create-account --name Acme --email ada@acme.example
  $ parley serve --port 8080

Each command has more of them: parley <command> --help`;

/** Runs the command line `argv`, as process.argv has it, and ends the process: 0 done, 1 failed, 2 not understood. */
export async function run(argv: readonly string[]): Promise<never> {
  const parley = program();
  const codeOf = (error: unknown) => report(error, parley.opts<GlobalOptions>());
  ignoreForeignSettings();
  if (process.env['NO_COLOR'] || argv.includes('--no-color')) printWithoutColors();
  process.on('uncaughtException', (error) => process.exit(codeOf(error)));
  // The reader may close the pipe before the end: parley config | head -1
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? DONE : codeOf(new Failure(`the output cannot be written: ${error.message}`))),
  );
  // The exit code if the process ends before the command has finished.
  process.exitCode = FAILED;
  try {
    await parley.parseAsync(argv);
  } catch (error) {
    return exit(codeOf(error));
  }
  return exit(DONE);
}

/** Ends the process after all output has been written, so that a slow reader of a pipe loses nothing. */
async function exit(code: number): Promise<never> {
  await new Promise((resolve) => process.stdout.write('', resolve));
  process.exit(code);
}

/** The whole command line. */
export function program(): Command {
  const parley = new Command('parley')
    .description('A self-hosted customer-messaging server.')
    .option('--data-dir <folder>', 'where the database file, uploads and the secret key live')
    .option(
      '--database-url <url>',
      'postgres://user:password@host:5432/name; without it, a SQLite file in the data directory',
    )
    .option('--config <file>', 'a YAML file of settings; "parley config" shows their names')
    .option('--json', 'print one JSON document on standard output, and nothing else')
    .option('--no-color', 'print without colours')
    .option('--debug', 'print the whole error when something fails')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', EXAMPLES)
    .addHelpText('afterAll', ({ command }) => (command.parent === null ? '' : '\nGlobal options: parley --help'));
  for (const command of commands) parley.addCommand(command);
  settle(parley);
  return parley;
}

/** Applies the root's settings to `command` and its subcommands; a mistake is thrown together with its command. */
function settle(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === DONE || error.code === 'commander.help' ? error : misuse(mistake(error, command), error);
  });
  for (const inner of command.commands) settle(inner.copyInheritedSettings(command));
  if (command.commands.length > 0) command.helpCommand(false).addCommand(helpOf(command));
}

/** "parley help serve", in place of the library's own, which prints the whole list for a name that it does not know. */
function helpOf(parent: Command): Command {
  return new Command('help')
    .description('Print the help of a command.')
    .argument('[command]')
    .action(async (name?: string) => {
      const command = name === undefined ? parent : parent.commands.find((each) => each.name() === name);
      if (command) return command.outputHelp();
      // Fails, with the command that is meant.
      await parent.parseAsync([name ?? ''], { from: 'user' });
    })
    .copyInheritedSettings(parent);
}

/** "error: unknown option '--prot'\n(Did you mean --port?)" as one line. */
function mistake({ message }: CommanderError, command: Command): string {
  const [sentence = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const what = sentence.replace(/\.$/, '');
  return suggestion ? `${what} ${suggestion.toLowerCase()}` : `${what}; see "${pathOf(command)} --help"`;
}

/** Tells Node.js, which reads NO_COLOR, and the library of the terminal views, which reads FORCE_COLOR alone. */
function printWithoutColors(): void {
  process.env['NO_COLOR'] = '1';
  process.env['FORCE_COLOR'] = '0';
}

/**
 * Removes MikroORM's environment variables, which would override the program's options: only PARLEY_ variables are
 * settings.
 */
function ignoreForeignSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('MIKRO_ORM_')) delete process.env[name];
}
