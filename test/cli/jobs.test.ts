import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

const jobs = (...args: string[]) => runParley(['jobs', ...args], place);
const PAST = new Date('2026-01-01T00:00:00Z');

/** A job with these columns, as the table has it. */
async function givenJob(columns: object): Promise<number> {
  return withRows(place, async (rows) => {
    const job = { account_id: 1, payload: '{}' as never, due_at: PAST, created_at: PAST, kind: 'welcome', ...columns };
    return (await rows.insertInto('jobs').values(job).returning('id').executeTakeFirstOrThrow()).id;
  });
}

const rowOf = (id: number) =>
  withRows(place, (rows) => rows.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

const DEAD = { status: 'dead', attempts_count: 9, last_error: 'no route\nat x', finished_at: PAST } as const;

describe('parley jobs list', () => {
  it('shows what is queued and what was given up, the newest first', async () => {
    const dead = await givenJob({ ...DEAD, kind: 'conversation_transcript' });
    const waiting = await givenJob({ account_id: null });

    const all = JSON.parse((await jobs('list', '--json')).stdout);
    const given = JSON.parse(
      (await jobs('list', '--status', 'dead', '--kind', 'conversation_transcript', '--json')).stdout,
    );
    const words = await jobs('list', '--status', 'dead');
    const none = await jobs('list', '--kind', 'no_such_kind');

    expect(all.map(({ id }: { id: number }) => id).slice(0, 2)).toEqual([waiting, dead]);
    expect(given).toEqual([
      {
        id: dead,
        kind: 'conversation_transcript',
        account_id: 1,
        status: 'dead',
        attempts: 9,
        due_at: PAST.toISOString(),
        under_way_until: null,
        last_error: 'no route\nat x',
        created_at: PAST.toISOString(),
        finished_at: PAST.toISOString(),
      },
    ]);
    expect(words.stdout).toContain(
      `${dead}  conversation_transcript (account 1)  dead 2026-01-01T00:00:00.000Z, attempt 9: no route\n`,
    );
    expect(none.stdout).toBe('There is no such job.\n');
  });
});

describe('parley jobs retry', () => {
  it('queues a job that was given up again, as if it had never been tried', async () => {
    const dead = await givenJob(DEAD);
    const other = await givenJob(DEAD);

    const { stdout } = await jobs('retry', String(dead), '--json');

    expect(JSON.parse(stdout)).toEqual({ retried: 1 });
    expect(await rowOf(dead)).toMatchObject({ status: 'pending', attempts_count: 0, finished_at: null });
    expect((await rowOf(dead)).due_at.getTime()).toBeGreaterThan(PAST.getTime());
    expect(await rowOf(other)).toMatchObject({ status: 'dead' });
  });

  it('queues all jobs that were given up, and none that are done', async () => {
    const dead = await givenJob(DEAD);
    const done = await givenJob({ status: 'done', finished_at: PAST });

    const { code } = await jobs('retry', '--all-dead');

    expect(code).toBe(0);
    expect(await rowOf(dead)).toMatchObject({ status: 'pending' });
    expect(await rowOf(done)).toMatchObject({ status: 'done' });
  });

  it('does not touch jobs that are under way', async () => {
    const leased = { leased_by: 'somebody', leased_until: new Date(Date.now() + 60_000) };
    const underWay = await givenJob({ attempts_count: 1, ...leased });

    const { code, stderr } = await jobs('retry', String(underWay));

    expect(code).toBe(1);
    expect(stderr).toContain(`no job ${underWay} is to be done`);
    expect(await rowOf(underWay)).toMatchObject({ leased_by: 'somebody', attempts_count: 1 });
  });
});

describe('parley jobs run', () => {
  it('runs a job of the timetable at once', async () => {
    const old = await givenJob({ status: 'done', finished_at: PAST });

    const { stdout } = await jobs('run', 'forget-jobs', '--json');

    expect(JSON.parse(stdout)).toEqual({ name: 'forget-jobs', done: true });
    await expect(rowOf(old)).rejects.toThrow();
  });
});

describe('parley jobs', () => {
  it.each([
    [['run', 'no-such-job'], 2, 'which has auto-resolve, begin-campaigns, end-notification-snoozes'],
    [['run', 'constructor'], 2, 'there is no "constructor" in the timetable'],
    [['retry'], 2, 'name the jobs to retry'],
    [['retry', '1', '--all-dead'], 2, 'name the jobs to retry'],
    [['retry', 'one'], 2, 'must be a number'],
    [['retry', '99999'], 1, 'no job 99999 is to be done'],
    [['list', '--status', 'lost'], 2, 'pending, done, dead'],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await jobs(...args);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
