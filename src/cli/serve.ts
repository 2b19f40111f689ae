import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Running } from '../server.ts';
import { SECOND } from '../time.ts';
import { checkMail } from './mail/check-mail.ts';
import { explainListening } from './explain.ts';
import { FAILED } from './failure.ts';
import { freeAfterStart } from './free-after-start.ts';
import { runWithApp } from './open.ts';
import { configOf, globalOptions } from './options.ts';
import { checkSecretKey } from './secret-key.ts';
import { tellAddress } from './served-address.ts';
import { keepWatchdog } from './systemd/keep-watchdog.ts';
import { openSupervisor } from './systemd/supervisor.ts';

/** Time after draining for closing the connections to the database. */
const GRACE_MS = 1000;

const EXAMPLES = `
Pending migrations are applied first. SIGTERM and SIGINT let requests and deliveries finish for as long as
server.drain_seconds, after /readyz has answered 503 for server.leave_seconds; a second
signal ends the server at once. The log is JSON lines; on a terminal without --json it is written for people.

Examples:
  $ parley serve
  $ parley serve --host 0.0.0.0 --port 8080 --data-dir /srv/parley
  $ PARLEY_DATABASE_URL_FILE=/run/secrets/database parley serve --json`;

type Options = { port?: string; host?: string; jobs: boolean };

export const serve = new Command('serve')
  .description('Serve the API, and run the background jobs: deliveries, mails, the timetable.')
  .option('--port <number>', 'the port to listen on; 0 takes a free one')
  .option('--host <address>', 'the address to listen on; 0.0.0.0 and :: are all of them')
  .option('--no-jobs', 'serve the API only, and leave the rest to another process on the same PostgreSQL database')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const config = await configOf(command, { 'server.port': options.port, 'server.host': options.host });
    const isForPeople = !globalOptions(command).json;
    const { log, flush } = await serverLog(config, isForPeople && process.stdout.isTTY);
    const supervisor = openSupervisor(process.env, log);
    process.prependListener('uncaughtException', (error) => log.fatal({ err: error }, 'ended by a bug'));

    await runWithApp(config, log, async (app) => {
      const { isOnly, release } = await becomeOnlyServer(config);
      supervisor.tell({ STATUS: 'Bringing the database up to date' });
      await migrate(app);
      await checkSecretKey(app.tx(), app);
      const running = await listen(app, { jobs: options.jobs, isOnly });
      const forgetAddress = tellAddress(config, running.url);
      const stopped = firstSignal();
      announce(log, running, isForPeople);
      await announceFirstSteps(app, command, isForPeople);
      supervisor.tell({ READY: '1', STATUS: `Listening on ${running.url}` });
      await keepWatchdog(app, supervisor);
      void checkMail(app);
      freeAfterStart(app.counts);
      const signal = await stopped;
      supervisor.tell({ STOPPING: '1', STATUS: 'Finishing requests and deliveries' });
      const drained = drain(app, running);
      log.info({ signal }, 'stopping');
      await drained;
      forgetAddress();
      release();
    });
    log.info('stopped');
    await flush();
  });

/** The log, and a function that waits until all of it is written. */
async function serverLog(config: Config, isForPeople: boolean): Promise<{ log: Log; flush(): Promise<void> }> {
  const { openLog } = await import('../log.ts');
  if (isForPeople) {
    const { logForPeople } = await import('./log/log-for-people.ts');
    return { log: openLog(config, logForPeople), flush: async () => {} };
  }
  const { openLogOutput } = await import('./log/log-output.ts');
  const output = openLogOutput();
  return { log: openLog(config, output), flush: output.flush };
}

/**
 * Makes this process the only server of a SQLite database, until `release`; PostgreSQL allows several.
 */
async function becomeOnlyServer(config: Config): Promise<{ isOnly: boolean; release(): void }> {
  const { databaseOf } = await import('../app.ts');
  const database = databaseOf(config);
  if ('url' in database) return { isOnly: false, release() {} };
  const { takeServeLock } = await import('../db/serve-lock.ts');
  return { isOnly: true, release: takeServeLock(database.file, database.nativeBinding) };
}

async function migrate(app: App): Promise<void> {
  const { migrateWithCopy } = await import('../backup/migrate-with-copy.ts');
  const { refuseOrphanedFiles } = await import('./refuse-orphaned-files.ts');
  const beforeFirst = () => refuseOrphanedFiles(app.config.data_dir);
  const onCopied = (copy: string) => app.log.info({ copy }, 'database copied before it is migrated');
  const { applied } = await migrateWithCopy(app, new Date(), { onCopied, beforeFirst });
  if (applied.length === 0) return;
  const { migrationState } = await import('../db/migrate.ts');
  const isNew = (await migrationState(app.orm)).applied.length === applied.length;
  if (isNew) app.log.info({ data_dir: resolve(app.config.data_dir) }, 'new installation');
  else app.log.info({ migrations: applied }, 'database migrated');
}

/** Prints the next steps in an installation without accounts. */
async function announceFirstSteps(app: App, command: Command, isForPeople: boolean): Promise<void> {
  const { hasAccount } = await import('../records/access/has-account.ts');
  if (await hasAccount(app.tx())) return;
  const { openSetup } = await import('../resources/setup/open-setup.ts');
  const address = openSetup(app);
  const { dataDir, config } = globalOptions(command);
  const same = `${dataDir ? ` --data-dir ${dataDir}` : ''}${config ? ` --config ${config}` : ''}`;
  const begin = `parley create-account --name Acme --email you@example.com${same}`;
  const demo = `parley demo${same}`;
  if (isForPeople) {
    process.stdout.write(`There is no account yet. To make one, or one to look at:\n  ${begin}\n  ${demo}\n`);
    process.stdout.write(`Or make it in a browser, at this address, which is good until there is one:\n  ${address}\n`);
  } else {
    app.log.info(`There is no account yet: "${begin}" makes one, "${demo}" one to look at`);
    app.log.info(
      { url: address },
      'A browser makes the first account at this address, which is good until there is one',
    );
  }
}

async function listen(app: App, options: { jobs: boolean; isOnly: boolean }): Promise<Running> {
  const { serve } = await import('../server.ts');
  try {
    return await serve(app, options);
  } catch (error) {
    throw explainListening(error, app.config);
  }
}

function announce(log: Log, { url }: Running, isForPeople: boolean): void {
  const sentence = `Parley is listening on ${url}`;
  if (isForPeople) process.stdout.write(`${sentence}\n`);
  else log.info({ url }, sentence);
}

/** Waits for the first SIGTERM or SIGINT; the next one ends the process at once. */
async function firstSignal(): Promise<NodeJS.Signals> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => process.exit(FAILED));
  return signal;
}

/** Stops the server. Unfinished work is aborted after a time; an aborted delivery is due again. */
async function drain({ config, log }: App, running: Running): Promise<void> {
  const { leave_seconds, drain_seconds } = config.server;
  const isInTime = await Promise.race([
    running.stop().then(() => true),
    sleep((leave_seconds + drain_seconds) * SECOND + GRACE_MS, false, { ref: false }),
  ]);
  if (!isInTime) log.warn('stopped before everything had ended');
}
