import type { App } from '../../app.ts';
import { faultOf } from '../../db/faults.ts';
import type { Supervisor } from './supervisor.ts';

/**
 * Tells `supervisor` that the server lives, twice within the time that it waits: as long as the event loop turns, and the
 * database lives. Another process would be no better off with a full disk, a lock or a PostgreSQL that is away. Returns a
 * function that ends it.
 */
export async function keepWatchdog(app: App, { tell, watchdogMs }: Supervisor): Promise<() => void> {
  if (watchdogMs === null) return () => {};
  const { probeWriting } = await import('../../db/probe.ts');
  const everyMs = watchdogMs / 2;
  const timer = setInterval(async () => {
    if (await lives(app, () => probeWriting(app.tx()), everyMs / 2)) tell({ WATCHDOG: '1' });
    else app.log.error('the database comes to no end: systemd starts the server again');
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Whether `probe` ends within `mostMs` in a way that another process would meet as well, or the database did something else. */
async function lives({ busy, config }: App, probe: () => Promise<void>, mostMs: number): Promise<boolean> {
  const before = busy.ms;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'busy'>((resolve) => {
    timer = setTimeout(() => resolve('busy'), mostMs);
  });
  const fault = await Promise.race([probe().then(() => null, faultOf), late]);
  clearTimeout(timer);
  if (busy.ms > before) return true;
  // The pool reports connections that are never given back as an unreachable server too.
  return fault === 'unreachable' ? !(await isThere(config.database.url)) : fault !== 'busy';
}

async function isThere(url: string): Promise<boolean> {
  const { answersAnew } = await import('../../db/drivers/server-probe.ts');
  return answersAnew(url);
}
