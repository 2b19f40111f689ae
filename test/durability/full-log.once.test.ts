import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { onlyIf } from '../support/only.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';
import { canMount, givenSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';

/** Enough lines of the log for more than what is left of the page that the file ends in. */
const LINES = 60;

const describeOnDisk = onlyIf(canMount(), describe);

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

/** Something that is no request, which is logged. */
const babble = ({ url }: Served) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume().end('BAD\r\n\r\n');
  });

describeOnDisk('a log on a disk that is full', () => {
  let disk: SmallDisk;
  beforeAll(() => {
    disk = givenSmallDisk(1);
  });
  afterAll(() => disk?.remove());

  it.each([['for people'], ['as JSON', '--json']])(
    'stops no server, and goes on when there is room: %s',
    async (_, ...args) => {
      const log = join(disk.folder, `parley${args.join('')}.log`);
      const served = await serveParley(place, {}, args, log);
      const lines = () => readFileSync(log, 'utf8').match(/request refused/g)?.length ?? 0;
      const before = lines();

      disk.fill();
      for (let count = 0; count < LINES; count += 1) await babble(served);
      const { status } = await fetch(`${served.url}/livez`, { signal: AbortSignal.timeout(5000) });
      const writtenMeanwhile = lines();
      disk.free();
      await eventually(lines, (count) => count >= before + LINES);
      const code = await served.stop();

      expect(status).toBe(200);
      expect(writtenMeanwhile).toBeLessThan(before + LINES);
      expect(code).toBe(0);
    },
  );

  it('does not keep a server from ending', async () => {
    const served = await serveParley(place, {}, ['--json'], join(disk.folder, 'other.log'));
    disk.fill();
    for (let count = 0; count < LINES; count += 1) await babble(served);

    const code = await served.stop();
    disk.free();

    expect(code).toBe(0);
  });
});

describe('a log that is no longer read', () => {
  it('stops no server', async () => {
    const served = await serveParley(place, {}, ['--json']);
    served.child.stdout?.destroy();
    for (let count = 0; count < LINES; count += 1) await babble(served);
    const { status } = await fetch(`${served.url}/livez`);

    const code = await served.stop();

    expect([status, code]).toEqual([200, 0]);
  });
});

describe('a command that cannot print its answer', () => {
  it('says so, and fails', async () => {
    const { code, stderr } = await runParley(['config'], place, {}, '', '/dev/full');

    expect(code).toBe(1);
    expect(stderr).toMatch(/^parley: the output cannot be written: .*no space left/);
  });
});
