import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { queueIfDue } from '../../src/jobs/schedule.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount } from '../support/factories.ts';

let time: Date;
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => time, jobs: false });
});
afterAll(() => test.stop());
afterEach(() => test.rows().deleteFrom('jobs').execute());

/** A moment of the machine's own day. */
const at = (day: number, hour: number) => new Date(2031, 4, day, hour, 42);

/** How many jobs the timetable has queued at `moment`, for one entry. */
async function queuedAt(moment: Date, name = 'sweep-files'): Promise<number> {
  time = moment;
  await queueIfDue(test.app, name);
  const jobs = await test.rows().selectFrom('jobs').select('id').where('status', '=', 'pending').execute();
  return jobs.length;
}

async function givenDone(moment: Date, kind = 'sweep_files'): Promise<void> {
  const job = { status: 'done', kind, payload: '{}' as never, due_at: moment, created_at: moment } as const;
  await test.rows().insertInto('jobs').values(job).execute();
}

describe('a nightly job', () => {
  it.each(['sweep-files', 'forget-events'])('runs in its hour, however long ago it last ran: %s', async (name) => {
    await givenDone(at(9, 22), name.replaceAll('-', '_'));

    expect(await queuedAt(at(10, 3), name)).toBe(1);
  });

  it('does not run by day when it ran at night', async () => {
    await givenDone(at(10, 3));

    expect(await queuedAt(at(10, 4))).toBe(0);
    expect(await queuedAt(at(10, 23))).toBe(0);
  });

  it('runs once by day when the machine was off at night', async () => {
    await givenDone(at(8, 12));
    await givenDone(at(10, 11), 'forget_events');

    expect(await queuedAt(at(10, 12))).toBe(1);
    expect(await queuedAt(at(10, 13))).toBe(1);
  });

  it('removes what accounts do not keep only where one has set that', async () => {
    expect(await queuedAt(at(10, 3), 'prune')).toBe(0);
    await givenAccount(test);
    const account = await givenAccount(test);
    await account.call('PATCH', '', { prune_attachments_after: 30 });

    expect(await queuedAt(at(11, 3), 'prune')).toBe(1);
    await account.call('PATCH', '', { prune_attachments_after: null });
  });

  it('runs in the first hour of a new installation', async () => {
    expect(await queuedAt(at(10, 12))).toBe(1);
  });
});
