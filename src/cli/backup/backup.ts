import { Command } from 'commander';
import { answer } from '../answer.ts';
import { Failure, misuse } from '../failure.ts';
import { quietLog, runWithApp } from '../open.ts';
import { configOf, globalOptions, recordId } from '../options.ts';
import { counted } from './in-words.ts';
import { verify } from './verify.ts';

/** How long it waits for the database. */
const WAIT_MS = 30_000;
const STANDARD_OUTPUT = ['-', '/dev/stdout'];

const EXAMPLES = `
The backup is one file: the database as of one moment, the uploaded files, and the secret key. The server may go on meanwhile. It appears
under its name when it is whole. Without FILE and --to, it goes to the folder of the setting backup.folder, else DATA_DIR/backups.
Anyone with the file can read everything: keep it where only you can. Without the key, keep DATA_DIR/secret_key elsewhere: the secrets of
webhooks, bots and inboxes cannot be opened with any other. The exit code is 1, too, when it is made without files that the backup before
has, or that are not there when it is the first; its name in a folder says how many it misses. As long as files are missing, --keep keeps
the last backup that has them, too.

Examples:
  $ parley backup /backup/parley.tar.zst
  $ parley backup --to /backup --keep 14
  $ parley backup - | ssh other.example.com 'cat > parley.tar.zst'
  $ parley backup verify /backup/parley.tar.zst`;

type Options = { to?: string; keep?: number; withoutKey?: boolean };

export const backup = new Command('backup')
  .description('Write the whole installation into one file, while it runs.')
  .argument('[file]', 'the file; "-" is standard output')
  .option('--to <folder>', 'write into this folder, with the time as name')
  .option('--keep <number>', 'then remove all but the newest so many backups in the folder', recordId)
  .option('--without-key', 'leave the secret key out')
  .addHelpText('after', EXAMPLES)
  .addCommand(verify)
  .action(async (file: string | undefined, options: Options, command: Command) => {
    const isOutput = file !== undefined && STANDARD_OUTPUT.includes(file);
    if (file !== undefined && (options.to !== undefined || options.keep !== undefined)) {
      throw misuse('a FILE has its own place and name: leave out --to and --keep');
    }
    if (isOutput && globalOptions(command).json) {
      throw misuse('--json leaves no room for the backup on standard output: name a file');
    }
    const config = await configOf(command);
    const { requireDatabase, makeBackup } = await import('./make-backup.ts');
    requireDatabase(config);
    const made = await runWithApp(
      config,
      await quietLog(),
      (app) => makeBackup(app, { file: isOutput ? null : file, folder: options.to, ...options }),
      { databaseWaitMs: WAIT_MS, begins: false },
    );
    if (!isOutput) answer(command, made.document, made.text);
    if (made.misses > 0) {
      throw new Failure(`the backup is made, but misses ${counted(made.misses, 'files')} that rows name`);
    }
  });
