import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startJobRunner } from '../../src/jobs/queue/run-jobs.ts';
import { watchedClock, type WallClock } from '../../src/jobs/clock/wall-clock.ts';
import { HOUR, MINUTE, SECOND } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';

let wall: number;
let uptime: number;
let bootId: string;
const tests: TestApp[] = [];
beforeEach(() => {
  wall = new Date('2026-11-22T12:00:00Z').getTime();
  uptime = 1000 * SECOND;
  bootId = randomUUID();
});
afterEach(() => Promise.all(tests.splice(0).map((test) => test.stop())));

/** An app whose clock is set by `set`, and the clock as its jobs read it. */
async function givenClock() {
  const test = await givenApp({ 'server.drain_seconds': '0.1' }, { now: () => new Date(wall), jobs: false });
  tests.push(test);
  return { test, clock: watch(test) };
}

/** The clock as a process of the machine reads it. */
const watch = ({ app }: TestApp) => watchedClock(app, { bootId, uptime: () => uptime });

const set = (ms: number) => (wall += ms);

function pass(ms: number): void {
  wall += ms;
  uptime += ms;
}

type Waiting = { dueInMs: number; isHeld?: boolean };

/** A lane and a job each of the same kind, of a receiver and a kind that nothing is done for. */
async function givenWaiting(test: TestApp, { dueInMs, isHeld = false }: Waiting) {
  const name = randomUUID();
  const due = new Date(wall + dueInMs);
  await test
    .rows()
    .insertInto('delivery_lanes')
    .values({
      receiver_type: 'Webhook',
      receiver_id: 1,
      account_id: 1,
      lane: name,
      due_at: due,
      held_by: isHeld ? 'somebody' : null,
    })
    .execute();
  await test
    .rows()
    .insertInto('jobs')
    .values({
      kind: name,
      payload: '{}' as never,
      due_at: due,
      created_at: new Date(wall),
      leased_by: isHeld ? 'somebody' : null,
      leased_until: isHeld ? due : null,
    })
    .execute();
  return async () => {
    const lane = await test.rows().selectFrom('delivery_lanes').select('due_at').where('lane', '=', name).execute();
    const job = await test.rows().selectFrom('jobs').selectAll().where('kind', '=', name).execute();
    const [laneDue, jobDue] = [lane[0]!.due_at, job[0]!.due_at].map((at) => at.getTime() - wall);
    expect(jobDue).toBe(laneDue);
    expect(job[0]!.leased_until).toEqual(isHeld ? job[0]!.due_at : null);
    return laneDue;
  };
}

describe('a clock that is set', () => {
  it.each([-HOUR, HOUR, -10 * MINUTE, 10 * MINUTE, -5 * SECOND, 5 * SECOND])(
    'by %d ms leaves waiting jobs and leases as far off as they were',
    async (ms) => {
      const { test, clock } = await givenClock();
      await clock.now();
      const waiting = [SECOND + 1, MINUTE, 2 * HOUR].map((dueInMs) => ({ dueInMs }));
      const held = [SECOND + 1, MINUTE].map((dueInMs) => ({ dueInMs, isHeld: true }));
      const dues = await Promise.all([...waiting, ...held].map((each) => givenWaiting(test, each)));

      set(ms);
      const now = await clock.now();

      expect(now).toEqual(new Date(wall));
      expect(await Promise.all(dues.map((due) => due()))).toEqual([...waiting, ...held].map(({ dueInMs }) => dueInMs));
    },
  );

  it.each([-HOUR, HOUR])('by %d ms leaves due what was due before, and what becomes due afterwards', async (ms) => {
    const { test, clock } = await givenClock();
    await clock.now();
    pass(SECOND / 2);
    const before = await givenWaiting(test, { dueInMs: 0 });

    set(ms);
    const since = await givenWaiting(test, { dueInMs: 0 });
    await clock.now();

    expect(await before()).toBeLessThanOrEqual(0);
    expect(await since()).toBeLessThanOrEqual(0);
  });

  it.each([-HOUR, HOUR])(
    'by %d ms leaves due what is written at once, where the clocks are read one by one',
    async (ms) => {
      const { test, clock } = await givenClock();
      await clock.now();
      set(ms);
      const dueInMs = await givenWaiting(test, { dueInMs: 0 });
      // The monotonic clock has just not reached the next millisecond.
      set(1);

      await clock.now();

      expect(await dueInMs()).toBeLessThanOrEqual(0);
    },
  );

  it('by an hour leaves as they are times that are almost due, which another process may have written meanwhile', async () => {
    const { test, clock } = await givenClock();
    await clock.now();
    set(HOUR);
    const dueInMs = await givenWaiting(test, { dueInMs: 50 });

    await clock.now();

    expect(await dueInMs()).toBe(50);
  });

  it.each([-HOUR, HOUR])('by %d ms leaves due what is written while that is noticed', async (ms) => {
    const { test, clock } = await givenClock();
    await clock.now();
    set(ms);
    const dueInMs = await givenWaiting(test, { dueInMs: 5 });
    const { tx } = test.app;
    test.app.tx = () => {
      pass(5);
      return tx();
    };

    await clock.now();

    expect(await dueInMs()).toBeLessThanOrEqual(0);
  });

  it('by an hour back leaves due at once what is committed afterwards', async () => {
    const { test, clock } = await givenClock();
    await clock.now();

    set(-HOUR);
    await clock.now();
    const due = await givenWaiting(test, { dueInMs: HOUR - SECOND });
    pass(2 * SECOND);
    await clock.now();

    expect(await due()).toBeLessThanOrEqual(0);
  });

  it.each([
    ['back by an hour more', -HOUR, (clocks: WallClock[]) => clocks],
    ['forward by half an hour', HOUR / 2, (clocks: WallClock[]) => clocks],
    ['back by an hour more, which another process notices', -HOUR, (clocks: WallClock[]) => clocks.toReversed()],
  ])('back and at once %s leaves due what is committed by its first time', async (_, ms, inOrder) => {
    const { test, clock } = await givenClock();
    const clocks = [clock, watch(test)];
    for (const each of clocks) await each.now();

    set(-HOUR);
    for (const each of clocks) await each.now();
    const between = await givenWaiting(test, { dueInMs: HOUR - SECOND });
    set(ms);
    for (const each of inOrder(clocks)) await each.now();
    const after = await givenWaiting(test, { dueInMs: HOUR - ms - SECOND });
    pass(2 * SECOND);
    for (const each of clocks) await each.now();

    expect(await between()).toBeLessThanOrEqual(0);
    expect(await after()).toBeLessThanOrEqual(0);
  });

  it('moves what waits once, whichever of several processes notices first, and however often', async () => {
    const { test, clock } = await givenClock();
    const clocks = [clock, watch(test), watch(test)];
    for (const each of clocks) await each.now();
    const due = await givenWaiting(test, { dueInMs: MINUTE });

    set(HOUR);
    await Promise.all(clocks.map((each) => each.now()));
    set(HOUR);
    await Promise.all(clocks.map((each) => each.now()));
    await clock.now();

    expect(await due()).toBe(MINUTE);
  });

  it('while no server ran, is noticed by the next', async () => {
    const { test, clock } = await givenClock();
    await clock.now();
    const due = await givenWaiting(test, { dueInMs: MINUTE });

    set(-HOUR);
    await watch(test).now();

    expect(await due()).toBe(MINUTE);
  });

  it('is not looked for in records from before the machine was restarted', async () => {
    const { test, clock } = await givenClock();
    await clock.now();
    const due = await givenWaiting(test, { dueInMs: MINUTE });

    bootId = randomUUID();
    uptime = 0;
    await watch(test).now();

    expect(await due()).toBe(MINUTE);
  });
});

describe('a clock that goes on', () => {
  it('moves nothing, however long no server looks', async () => {
    const { test, clock } = await givenClock();
    await clock.now();
    const due = await givenWaiting(test, { dueInMs: 10 * HOUR });

    for (const ms of [SECOND, HOUR, 5 * HOUR]) {
      pass(ms);
      await clock.now();
    }

    expect(await due()).toBe(4 * HOUR - SECOND);
  });
});

describe('a job under way', () => {
  it.each([-HOUR, HOUR])('is not started again when the clock is set by %d ms', async (ms) => {
    const { test, clock } = await givenClock();
    const kind = randomUUID();
    const done = `${kind}-done`;
    const begun: string[] = [];
    const work = Promise.withResolvers<void>();
    const handlers = {
      [kind]: async () => {
        begun.push(kind);
        await work.promise;
      },
      [done]: async () => void begun.push(done),
    };
    const runners = [clock, watch(test)].map((each) => startJobRunner(test.app, handlers, each));
    const add = (of: string) =>
      test
        .rows()
        .insertInto('jobs')
        .values({ kind: of, payload: '{}' as never, due_at: new Date(wall), created_at: new Date(wall) })
        .execute();
    const wake = () => runners.forEach((runner) => runner.wake());
    await add(kind);
    wake();
    await eventually(
      () => begun,
      () => begun.length > 0,
    );

    set(ms);
    await add(done);
    wake();
    await eventually(
      () => begun,
      () => begun.includes(done),
    );
    work.resolve();
    // A runner that stops gives back what it has not written down yet.
    const pending = () =>
      test
        .rows()
        .selectFrom('jobs')
        .select('id')
        .where('kind', 'in', [kind, done])
        .where('status', '=', 'pending')
        .execute();
    await eventually(pending, (jobs) => jobs.length === 0);
    await Promise.all(runners.map((runner) => runner.stop()));

    expect(begun).toEqual([kind, done]);
  });
});
