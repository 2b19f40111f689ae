import type { Log } from '../../log.ts';

/** systemd, or another program that has started the server and understands sd_notify(3). */
export type Supervisor = {
  /** Tells it these variables; what is told later arrives later. What cannot be told is logged once. */
  tell(variables: Record<string, string>): void;
  /** Milliseconds without a word after which it takes the server for dead; null = it waits for ever. */
  watchdogMs: number | null;
};

/** It waits up to five seconds for systemd itself. */
const LONGEST_MS = 10_000;

/**
 * The supervisor named by NOTIFY_SOCKET and WATCHDOG_USEC in `env`; without them, a supervisor that does nothing. The socket
 * takes datagrams, which Node.js cannot send to a path, so that systemd-notify sends them: the unit needs NotifyAccess=all.
 */
export function openSupervisor(env: NodeJS.ProcessEnv, log: Log): Supervisor {
  if (!env['NOTIFY_SOCKET']) return { tell() {}, watchdogMs: null };
  const own = { PATH: env['PATH'], NOTIFY_SOCKET: env['NOTIFY_SOCKET'] };
  let told = Promise.resolve();
  let hasFailed = false;

  function complain(error: Error | null): void {
    if (!error || hasFailed) return;
    hasFailed = true;
    log.warn(
      { error: error.message.trim() },
      'systemd cannot be told how the server is: see whether systemd-notify is there',
    );
  }

  return {
    tell(variables) {
      const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      told = told.then(
        () =>
          new Promise((resolve) => {
            const { execFile } = process.getBuiltinModule('node:child_process');
            execFile('systemd-notify', assignments, { env: own, timeout: LONGEST_MS }, (error) => {
              complain(error);
              resolve();
            });
          }),
      );
    },
    watchdogMs: watchdogIn(env),
  };
}

function watchdogIn({ WATCHDOG_USEC: microseconds, WATCHDOG_PID: pid }: NodeJS.ProcessEnv): number | null {
  const isForOther = pid !== undefined && pid !== String(process.pid);
  return isForOther || !/^[1-9]\d*$/.test(microseconds ?? '') ? null : Number(microseconds) / 1000;
}
