import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './api.ts';
import { type App, publicUrlOf } from './app.ts';
import type { Bus } from './bus/bus.ts';
import { openCable } from './cable/open-cable.ts';
import { watchLoop } from './counts/loop-delay.ts';
import { FAULT_SENTENCES, type LastingFault } from './db/faults.ts';
import { trackConnections } from './http/connections.ts';
import { type Jobs, startJobs } from './jobs/schedule.ts';
import type { Log } from './log.ts';
import { openLmtp } from './lmtp/open-lmtp.ts';
import { writeViewsRegularly } from './resources/hc/write-views.ts';
import { refreshAvatarUrls } from './resources/files/refresh-avatar-urls.ts';
import { SECOND } from './time.ts';

/** A running server. */
export type Running = {
  /** Where it listens: http://host:port */
  url: string;
  /**
   * Answers /readyz with 503 for `server.leave_seconds`; then accepts no more requests, waits up to `server.drain_seconds` for those under way, and stops the jobs. The app stays
   * open.
   */
  stop(): Promise<void>;
};

/**
 * Listens as `app.config.server` and `app.config.mail.lmtp` say; port 0 takes a free one. Without `server.public_url`, sets the installation's
 * `publicUrl` to where it listens. Rewrites the addresses of avatars when the public URL has changed, and starts the
 * jobs if `options.jobs`; `isOnly` = it is the only server of the database. The schema must be up to date.
 * @throws Error when it cannot listen, or the database cannot be reached
 */
export async function serve(app: App, options: { jobs: boolean; isOnly?: boolean }): Promise<Running> {
  const { host, port, drain_seconds, leave_seconds } = app.config.server;
  const { url: databaseUrl, listen_url } = app.config.database;
  await app.bus.listen(app.orm, listen_url || databaseUrl);
  logReceiving(app.log, app.bus);
  const started = performance.now();
  let jobs: Jobs | null = null;
  let isLeaving = false;
  const sinceTick = () => jobs?.sinceTick() ?? performance.now() - started;
  const server = api(app, options.jobs ? sinceTick : null, () => isLeaving);
  const connections = trackConnections(server);
  const cable = openCable(app, server);
  const lmtp = await openLmtp(app);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    await lmtp?.stop();
    throw error;
  }
  const stopWatching = watchLoop(app.counts.loopDelay);
  const stopLooking = app.standing.follow((fault) => logRefusal(app.log, fault));
  const stopViews = writeViewsRegularly(app);
  const url = publicUrlOf(
    { ...app.config, server: { ...app.config.server, public_url: '' } },
    (server.address() as AddressInfo).port,
  );
  if (!app.config.server.public_url) app.installation.publicUrl = url;
  await refreshAvatarUrls(app.tx());
  // After the port has been opened: a process that cannot serve must not claim deliveries.
  if (options.jobs) jobs = await startJobs(app, { isOnly: options.isOnly ?? false });

  return {
    url,
    async stop() {
      isLeaving = true;
      await sleep(leave_seconds * SECOND);
      stopWatching();
      stopLooking();
      await Promise.all([connections.close(drain_seconds * SECOND), cable.close(), lmtp?.stop(), jobs?.stop()]);
      await stopViews();
    },
  };
}

/** Logs that the database may not be written any more, and that it may be again. */
function logRefusal(log: Log, fault: LastingFault | null): void {
  if (fault === null) log.info('the database is written again');
  else log.error({ fault }, `nothing is written: ${FAULT_SENTENCES[fault]}`);
}

/** Logs where no notifications of PostgreSQL arrive, now and whenever that changes. */
function logReceiving(log: Log, bus: Bus): void {
  const write = (isReceiving: boolean) => {
    if (isReceiving) log.info('notifications of PostgreSQL arrive again');
    else log.warn({ setting: 'database.listen_url' }, NOT_RECEIVING);
  };
  bus.onReceiving(write);
  if (!bus.isReceiving) write(false);
}

const NOT_RECEIVING =
  'notifications of PostgreSQL do not arrive, as behind a pooler that gives each transaction another connection: new events are looked for each second. ' +
  'Set database.listen_url to the address of PostgreSQL itself';
