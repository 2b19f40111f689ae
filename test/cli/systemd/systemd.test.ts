import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseKind, givenPlace, type Place } from '../../support/database.ts';
import { holdWriteLock } from '../../support/database/write-lock.ts';
import { eventually } from '../../support/eventually.ts';
import { onlyIf } from '../../support/only.ts';
import { type Served, serveParley } from '../../support/parley.ts';
import { canNotify, givenNotifySocket, type NotifySocket } from '../../support/servers/notify-socket.ts';

/** Half a second, in systemd's unit. */
const WATCHDOG_USEC = '500000';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

onlyIf(canNotify, describe)('a server that systemd has started', () => {
  let socket: NotifySocket;
  let served: Served | undefined;
  beforeEach(async () => {
    socket = await givenNotifySocket();
  });
  afterEach(async () => {
    await served?.kill();
    served = undefined;
    await socket.stop();
  });

  const start = async (env: Record<string, string> = {}) =>
    (served = await serveParley(place, { NOTIFY_SOCKET: socket.path, ...env }, ['--json']));
  const aliveTimes = () => socket.told.filter(({ WATCHDOG }) => WATCHDOG === '1').length;

  it('tells it when it listens and where, and when it stops', async () => {
    const { url, stop } = await start();
    await eventually(
      () => socket.told,
      (told) => told.some(({ READY }) => READY === '1'),
    );

    await stop();

    const states = socket.told.map(({ STATUS, ...rest }) => [STATUS, Object.keys(rest)[0]]);
    expect(states).toEqual([
      ['Bringing the database up to date', undefined],
      [`Listening on ${url}`, 'READY'],
      ['Finishing requests and deliveries', 'STOPPING'],
    ]);
  });

  it('tells it again and again that it lives, if it asks for that', async () => {
    await start({ WATCHDOG_USEC });

    await eventually(aliveTimes, (times) => times > 2);
  });

  it('does not where another process is asked for that', async () => {
    const { stop } = await start({ WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' });

    await stop();

    expect(aliveTimes()).toBe(0);
  });

  it('does not while it does nothing', async () => {
    const { child } = await start({ WATCHDOG_USEC });
    await eventually(aliveTimes, (times) => times > 0);

    child.kill('SIGSTOP');
    const before = await settled(aliveTimes);
    child.kill('SIGCONT');

    await eventually(aliveTimes, (times) => times > before);
  });

  onlyIf(databaseKind === 'sqlite', it)('does so while another program has locked the database', async () => {
    await start({ WATCHDOG_USEC });
    const lock = await holdWriteLock(place);
    const before = aliveTimes();

    await eventually(aliveTimes, (times) => times > before + 2);
    await lock.release();
  });
});

describe('a server that cannot tell systemd', () => {
  it('says so in its log, and serves', async () => {
    const served = await serveParley(place, { NOTIFY_SOCKET: '/nowhere/at/all', PATH: place.dataDir }, ['--json']);
    await eventually(
      () => served.output(),
      (output) => output.includes('systemd cannot be told'),
    );

    const { status } = await fetch(`${served.url}/livez`);
    await served.stop();

    expect(status).toBe(200);
  });
});

describe('the service', () => {
  const unit = readFileSync(join(import.meta.dirname, '../../../config/parley.service'), 'utf8');

  it('hears the server by the program that tells it', () => {
    expect(unit).toMatch(/^Type=notify$/m);
    expect(unit).toMatch(/^NotifyAccess=all$/m);
    expect(unit).toMatch(/^WatchdogSec=\d+$/m);
  });
});

/** The number once it has stayed the same over several looks. */
async function settled(count: () => number): Promise<number> {
  let same = 0;
  let last = count();
  await eventually(count, (now) => {
    same = now === last ? same + 1 : 0;
    last = now;
    return same > 12;
  });
  return last;
}
