import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { isExecutable } from '../../assets.ts';
import { backupFolder } from '../../backup/folders.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import { enqueue } from '../../queue.ts';
import type { JobHandler } from '../queue/handler.ts';

/** An empty settings file for the child process, which must not read files with settings other than this process's. */
const NO_SETTINGS = '/dev/null';
/** Environment variables of tests, which the child process needs too. */
const FOR_TESTS = /^PARLEY_TEST_/;

/**
 * Makes a backup in the folder of the settings, and removes older ones there, but for those with files that the new one misses.
 * `parley backup` does so in a process of its own, whose work and memory are not the server's. When the first attempt fails, or
 * the backup misses more files than the one before, the administrators are mailed.
 */
export const backUp: JobHandler = async (app, _payload, { attemptsCount, signal }) => {
  const { code, output, errors } = await runBackup(app.config, signal).catch(notStarted);
  // A backup with missing files also ends with 1, but prints its result.
  if (code === 0 || output !== '') {
    const backup = JSON.parse(output) as { file: string; missing_files: number; has_lost_files: boolean };
    app.log.info({ backup }, 'backup made');
    if (backup.has_lost_files) await tell(app, { file: backup.file, missing: backup.missing_files });
    return;
  }
  const reason = errors.trim().replace(/^parley: /, '') || `the process ended with ${code}`;
  if (attemptsCount === 0 && !signal.aborted) await tell(app, { reason });
  throw new Error(reason);
};

/** How the process ended; `code` null = a signal ended it, or there was none. */
type Ended = { code: number | null; output: string; errors: string };

async function runBackup(config: Config, signal: AbortSignal): Promise<Ended> {
  const to = ['--to', backupFolder(config), '--keep', String(config.backup.keep)];
  const args = ['backup', ...to, '--json', '--config', NO_SETTINGS];
  const program = isExecutable() ? [] : [process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...program, ...args], { env: environmentFor(config), signal });
  const ended = endOf(child);
  if (child.pid !== undefined) giveWay(child.pid);
  return ended;
}

const notStarted = (error: Error): Ended => ({ code: null, output: '', errors: `no process: ${error.message}` });

/** @throws Error when it cannot be started */
function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    // Without a process there are no streams, nor need there be a 'close'. One that is aborted has an 'error' as well, and then ends.
    child.on('error', (error) => {
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code) => resolve({ code, output, errors }));
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  });
}

/** Lets other processes go first, where that is allowed: systemd's unit refuses it, and a process may have ended already. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The backup is as good without.
  }
}

/** The environment of this process, with the settings that a backup needs, whatever their source. */
function environmentFor({ data_dir, secret_key, database }: Config): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLEY_') || FOR_TESTS.test(name));
  return {
    ...Object.fromEntries(others),
    PARLEY_DATA_DIR: data_dir,
    PARLEY_SECRET_KEY: secret_key,
    PARLEY_DATABASE_URL: database.url,
    PARLEY_DATABASE_POOL_SIZE: String(database.pool_size),
    PARLEY_DATABASE_NAMED_STATEMENTS: String(database.named_statements),
  };
}

async function tell(app: App, payload: { reason: string } | { file: string; missing: number }): Promise<void> {
  await enqueue(app.tx(), { kind: 'backup_failed', accountId: null, payload }, app.now());
}
