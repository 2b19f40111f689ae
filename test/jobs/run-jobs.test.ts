import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AppError, invalid } from '../../src/errors.ts';
import type { JobHandler } from '../../src/jobs/queue/handler.ts';
import { type JobRunner, startJobRunner } from '../../src/jobs/queue/run-jobs.ts';
import { forgetJobs } from '../../src/jobs/forget-jobs.ts';
import { enqueue, enqueueOnce } from '../../src/queue.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';

const RETRY_MINUTES = [1, 5, 25, 60, 120, 240, 480, 480];

let test: TestApp;
const runners: JobRunner[] = [];
beforeAll(async () => {
  test = await givenApp({ 'server.drain_seconds': '3' });
});
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));
afterAll(() => test.stop());

/** A runner that does jobs of one new kind with `handler`. */
function givenRunner(handler: JobHandler, kind = `kind_${randomUUID()}`) {
  const runner = startJobRunner(test.app, { [kind]: handler });
  runners.push(runner);
  return { kind, runner };
}

/** A job that is due; `columns` as they would be after earlier attempts. */
async function givenJob(kind: string, columns: object = {}, payload = {}): Promise<number> {
  const { id } = await test
    .rows()
    .insertInto('jobs')
    .values({
      kind,
      account_id: null,
      payload: JSON.stringify(payload) as never,
      due_at: new Date(),
      created_at: new Date(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const rowOf = (id: number) => test.rows().selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const attempted = (id: number, status: string) =>
  eventually(
    () => rowOf(id),
    (row) => row.status === status && row.leased_by === null && (row.finished_at !== null || row.last_error !== null),
  );

describe('a due job', () => {
  it('is done once, with its payload and account, and kept as done', async () => {
    const seen: unknown[] = [];
    const { kind, runner } = givenRunner(async (_, payload, job) => {
      seen.push({ payload, id: job.id, accountId: job.accountId, attemptsCount: job.attemptsCount });
    });
    const id = await givenJob(kind, { account_id: 7 }, { to: 'carla' });

    runner.wake();
    const row = await attempted(id, 'done');
    runner.wake();

    expect(seen).toEqual([{ payload: { to: 'carla' }, id, accountId: 7, attemptsCount: 0 }]);
    expect(row).toMatchObject({ attempts_count: 1, last_error: null, leased_until: null });
    expect(row.finished_at).toBeInstanceOf(Date);
  });

  it('is left alone until its time has come', async () => {
    const seen: number[] = [];
    const { kind, runner } = givenRunner(async (_, __, job) => void seen.push(job.id));
    const later = await givenJob(kind, { due_at: new Date(Date.now() + MINUTE) });
    const now = await givenJob(kind);

    runner.wake();
    await attempted(now, 'done');

    expect(seen).toEqual([now]);
    expect(await rowOf(later)).toMatchObject({ status: 'pending', attempts_count: 0 });
  });

  it('is left alone when its kind is unknown', async () => {
    const { kind, runner } = givenRunner(async () => {});
    const unknown = await givenJob('conversation_of_a_later_version');
    const known = await givenJob(kind);

    runner.wake();
    await attempted(known, 'done');

    expect(await rowOf(unknown)).toMatchObject({ status: 'pending', attempts_count: 0, leased_by: null });
  });

  it('comes before those that became due after it, however many wait', async () => {
    const seen: number[] = [];
    const { kind, runner } = givenRunner(async (_, __, job) => void seen.push(job.id));
    const ids: number[] = [];
    for (let age = 1; age <= 12; age += 1) {
      ids.push(await givenJob(kind, { due_at: new Date(Date.now() - (20 - age) * SECOND) }));
    }

    runner.wake();
    await attempted(ids.at(-1)!, 'done');

    expect(seen).toEqual(ids);
  });
});

describe('a job that fails', () => {
  it.each(RETRY_MINUTES.map((minutes, attempts) => [attempts + 1, minutes]))(
    'after attempt %i is due again %i minutes later, and up to a tenth of that',
    async (attempt, minutes) => {
      const { kind, runner } = givenRunner(() => Promise.reject(new Error('the wire is cut\u0000')));
      const id = await givenJob(kind, { attempts_count: attempt - 1 });
      const before = Date.now();

      runner.wake();
      const row = await attempted(id, 'pending');

      expect(row).toMatchObject({ attempts_count: attempt, last_error: 'the wire is cut', finished_at: null });
      expect(row.due_at.getTime()).toBeGreaterThanOrEqual(before + minutes * MINUTE);
      expect(row.due_at.getTime()).toBeLessThanOrEqual(Date.now() + minutes * MINUTE * 1.1);
    },
  );

  it('is dead after the last attempt', async () => {
    const { kind, runner } = givenRunner(() => Promise.reject(new Error('the wire is cut')));
    const id = await givenJob(kind, { attempts_count: RETRY_MINUTES.length });

    runner.wake();
    const row = await attempted(id, 'dead');

    expect(row).toMatchObject({ attempts_count: RETRY_MINUTES.length + 1, last_error: 'the wire is cut' });
    expect(row.finished_at).toBeInstanceOf(Date);
  });

  it('is dead at once when trying again is useless', async () => {
    const { kind, runner } = givenRunner(() => Promise.reject(invalid('Not a picture', 'it is a text')));
    const id = await givenJob(kind);

    runner.wake();

    expect(await attempted(id, 'dead')).toMatchObject({ attempts_count: 1, last_error: 'Not a picture: it is a text' });
  });

  it('is tried again when what it needs is not there now', async () => {
    const { kind, runner } = givenRunner(() => Promise.reject(new AppError('unavailable', 'Mail server is down')));
    const id = await givenJob(kind);

    runner.wake();

    expect(await attempted(id, 'pending')).toMatchObject({ attempts_count: 1, last_error: 'Mail server is down' });
  });

  it('is done after all when a later attempt succeeds', async () => {
    const { kind, runner } = givenRunner(async () => {});
    const id = await givenJob(kind, { attempts_count: 3, last_error: 'the wire is cut' });

    runner.wake();

    expect(await attempted(id, 'done')).toMatchObject({ attempts_count: 4, last_error: 'the wire is cut' });
  });
});

describe('work that takes long', () => {
  it('delays neither the timetable, nor mails, nor pictures', async () => {
    const idle = await givenApp({ 'server.drain_seconds': '0.2' }, { jobs: false });
    const never: JobHandler = () => new Promise(() => {});
    const done: JobHandler = async () => {};
    const handlers = { import_contacts: never, welcome: never, make_thumbnail: never, end_snoozes: done };
    const insert = (kind: string) =>
      idle
        .rows()
        .insertInto('jobs')
        .values({ kind, account_id: null, payload: '{}' as never, due_at: new Date(), created_at: new Date() })
        .execute();
    for (const kind of Object.keys(handlers)) for (let count = 0; count < 6; count += 1) await insert(kind);
    const count = async () => {
      const rows = await idle.rows().selectFrom('jobs').select(['kind', 'status', 'leased_by']).execute();
      const begun = rows.filter(({ status, leased_by }) => status === 'done' || leased_by !== null);
      return Object.fromEntries(
        Object.keys(handlers).map((kind) => [kind, begun.filter((row) => row.kind === kind).length]),
      );
    };

    const runner = startJobRunner(idle.app, handlers);
    runner.wake();
    const begun = await eventually(
      count,
      ({ end_snoozes, make_thumbnail }) => end_snoozes === 6 && make_thumbnail === 4,
    );
    await runner.stop();
    await idle.stop();

    expect(begun).toEqual({ import_contacts: 2, welcome: 2, make_thumbnail: 4, end_snoozes: 6 });
  });
});

describe('a job of the timetable', () => {
  it('that failed is tried again when its time comes, however long its pause', async () => {
    const idle = await givenApp({}, { jobs: false });
    const tx = () => idle.app.tx();
    const now = new Date();
    await enqueueOnce(tx(), 'end_snoozes', now);
    const later = new Date(now.getTime() + 8 * HOUR);
    const update = (columns: object) => idle.rows().updateTable('jobs').set(columns).execute();
    const dueAt = async () =>
      (await idle.rows().selectFrom('jobs').select('due_at').execute()).map((row) => row.due_at);

    await update({ due_at: later, leased_by: 'another' });
    await enqueueOnce(tx(), 'end_snoozes', now);
    const underWay = await dueAt();
    await update({ leased_by: null, attempts_count: 8 });
    await enqueueOnce(tx(), 'end_snoozes', now);
    const failed = await dueAt();
    await idle.stop();

    expect([underWay, failed]).toEqual([[later], [now]]);
  });
});

describe('several processes', () => {
  it('do no job twice', async () => {
    const kind = `kind_${randomUUID()}`;
    const seen: number[] = [];
    const handler: JobHandler = async (_, __, job) => void seen.push(job.id);
    const all = [1, 2, 3].map(() => givenRunner(handler, kind).runner);
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await givenJob(kind));

    for (const runner of all) runner.wake();
    await Promise.all(ids.map((id) => attempted(id, 'done')));

    expect(seen.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('take over what another one left unfinished, once its lease has run out', async () => {
    const seen: number[] = [];
    const { kind, runner } = givenRunner(async (_, __, job) => void seen.push(job.id));
    const [past, future] = [new Date(Date.now() - SECOND), new Date(Date.now() + MINUTE)];
    const held = { leased_by: randomUUID(), attempts_count: 1 };
    const theirs = await givenJob(kind, { ...held, leased_until: future, due_at: future });
    const left = await givenJob(kind, { ...held, leased_until: past, due_at: past });

    runner.wake();
    const row = await attempted(left, 'done');

    expect(seen).toEqual([left]);
    expect(row.attempts_count).toBe(2);
    expect(await rowOf(theirs)).toMatchObject({ status: 'pending', ...held });
  });

  it('do not end a job that another one has taken over meanwhile', async () => {
    const theirs = { leased_by: 'another', leased_until: new Date(Date.now() + MINUTE), attempts_count: 2 };
    const begun = Promise.withResolvers<void>();
    const { kind, runner } = givenRunner(async (_, __, { id }) => {
      await test.rows().updateTable('jobs').set(theirs).where('id', '=', id).execute();
      begun.resolve();
    });
    const id = await givenJob(kind);

    runner.wake();
    await begun.promise;
    await runner.stop();

    expect(await rowOf(id)).toMatchObject({ status: 'pending', ...theirs });
  });

  it('leave alone what another one is doing, for as long as it takes', async () => {
    const kind = `kind_${randomUUID()}`;
    const seen: number[] = [];
    const ended = Promise.withResolvers<void>();
    const handler: JobHandler = (_, __, job) => {
      seen.push(job.id);
      return ended.promise;
    };
    let ahead = 0;
    const clock = { now: async () => new Date(Date.now() + ahead) };
    const [first, second] = [1, 2].map(() => startJobRunner(test.app, { [kind]: handler }, clock)) as [
      JobRunner,
      JobRunner,
    ];
    runners.push(first, second);
    const long = await givenJob(kind);
    first.wake();
    await eventually(
      () => seen.length,
      (count) => count === 1,
    );

    for (ahead = MINUTE; ahead <= 5 * MINUTE; ahead += MINUTE) {
      await eventually(
        () => {
          // Renews leases unless it is still looking for jobs.
          first.wake();
          return rowOf(long);
        },
        ({ leased_until: until }) => until !== null && until.getTime() > Date.now() + ahead + MINUTE,
      );
    }
    const other = await givenJob(kind);
    second.wake();
    await eventually(
      () => seen,
      (ids) => ids.includes(other),
    );
    ended.resolve();

    expect(seen).toEqual([long, other]);
  });

  it('give up a job whose last attempt ended the process', async () => {
    const seen: number[] = [];
    const { kind, runner } = givenRunner(async (_, __, job) => void seen.push(job.id));
    const id = await givenJob(kind, { attempts_count: RETRY_MINUTES.length + 1, leased_by: randomUUID() });

    runner.wake();
    const row = await attempted(id, 'dead');

    expect(seen).toEqual([]);
    expect(row.last_error).toBe('the process ended during the last attempt');
  });
});

describe('stopping', () => {
  it('waits for what is under way', async () => {
    const begun = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const { kind, runner } = givenRunner(() => {
      begun.resolve();
      return work.promise;
    });
    const id = await givenJob(kind);
    runner.wake();
    await begun.promise;

    const stopped = runner.stop();
    work.resolve();
    await stopped;

    expect(await rowOf(id)).toMatchObject({ status: 'done', attempts_count: 1 });
  });

  it('keeps the leases of what is under way until it ends', async () => {
    const kind = `kind_${randomUUID()}`;
    const work = Promise.withResolvers<void>();
    let ahead = 0;
    const clock = { now: async () => new Date(Date.now() + ahead) };
    const runner = startJobRunner(test.app, { [kind]: () => work.promise }, clock);
    runners.push(runner);
    const id = await givenJob(kind);
    runner.wake();
    await eventually(
      () => rowOf(id),
      (row) => row.leased_by !== null,
    );

    const stopped = runner.stop();
    ahead = 90 * SECOND;
    const renewed = eventually(
      () => rowOf(id),
      ({ leased_until: until }) => until !== null && until.getTime() > Date.now() + ahead + MINUTE,
    );

    await Promise.race([renewed, stopped]);
    expect((await rowOf(id)).leased_until?.getTime()).toBeGreaterThan(Date.now() + ahead + MINUTE);
    work.resolve();
    await stopped;
    expect(await rowOf(id)).toMatchObject({ status: 'done', attempts_count: 1 });
  });

  it('gives back what does not end in time, as if it had not been started', async () => {
    let aborted = false;
    const { kind, runner } = givenRunner(
      (_, __, job) =>
        new Promise((_resolve, reject) => {
          job.signal.addEventListener('abort', () => {
            aborted = true;
            reject(new Error('cut off'));
          });
        }),
    );
    const id = await givenJob(kind);
    runner.wake();
    await eventually(
      () => rowOf(id),
      (row) => row.leased_by !== null,
    );

    await runner.stop();

    expect(aborted).toBe(true);
    expect(await rowOf(id)).toMatchObject({
      status: 'pending',
      attempts_count: 0,
      leased_by: null,
      leased_until: null,
      last_error: null,
    });
    expect((await rowOf(id)).due_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('starts nothing new', async () => {
    const { kind, runner } = givenRunner(async () => {});
    await runner.stop();
    const id = await givenJob(kind);

    runner.wake();
    const other = givenRunner(async () => {});
    const sign = await givenJob(other.kind);
    other.runner.wake();
    await attempted(sign, 'done');

    expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts_count: 0 });
  });
});

describe('a job about the same thing', () => {
  const pendingOf = (kind: string) =>
    test.rows().selectFrom('jobs').select(['subject', 'payload']).where('kind', '=', kind).orderBy('id').execute();

  it('replaces the one that waits', async () => {
    const kind = `kind_${randomUUID()}`;
    const tx = test.app.tx();
    const about = (subject: string | null, number: number) =>
      enqueue(tx, { kind, accountId: null, payload: { number }, subject }, new Date());

    await about('Contact 1', 1);
    await about('Contact 2', 2);
    await about(null, 3);
    await about(null, 4);
    await about('Contact 1', 5);

    expect((await pendingOf(kind)).map(({ payload }) => payload)).toEqual([2, 3, 4, 5].map((number) => ({ number })));
  });

  it('does not undo what is done', async () => {
    const { kind, runner } = givenRunner(async () => {});
    const id = await givenJob(kind, { subject: 'Contact 1' });
    runner.wake();
    await attempted(id, 'done');

    await enqueue(test.app.tx(), { kind, accountId: null, payload: {}, subject: 'Contact 1' }, new Date());

    expect(await pendingOf(kind)).toHaveLength(2);
  });
});

describe('jobs that are over', () => {
  it('are forgotten after a week, and after a month when they failed', async () => {
    const kind = `kind_${randomUUID()}`;
    const over = (status: 'done' | 'dead' | 'pending', days: number) =>
      givenJob(kind, { status, due_at: new Date(Date.now() - days * DAY) });
    const kept = [await over('done', 6), await over('dead', 29), await over('pending', 90)];
    await over('done', 8);
    await over('dead', 31);

    await forgetJobs(test.app, new Date());

    const rows = await test.rows().selectFrom('jobs').select('id').where('kind', '=', kind).orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(kept);
  });
});
