import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { JobHandler } from '../../src/jobs/queue/handler.ts';
import { type JobRunner, startJobRunner } from '../../src/jobs/queue/run-jobs.ts';
import { MINUTE, SECOND } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { PICTURES } from '../support/files/pictures.ts';
import { givenWeb, type Web } from '../support/servers/web.ts';

let test: TestApp;
let web: Web;
const runners: JobRunner[] = [];
beforeAll(async () => {
  web = await givenWeb();
  test = await givenApp({ 'server.drain_seconds': '0.2', 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));
afterAll(async () => {
  await test.stop();
  await web.stop();
});

const BUSY = 101;
const OTHER = 102;
/** How many jobs of one account run beside each other, of kinds without a limit of their own. */
const SLOTS_OF_ACCOUNT = 4;
/** How many downloads run beside each other, of all accounts together. */
const SLOTS_OF_DOWNLOADS = 8;

/** A runner of one new kind, whose jobs last until `release` is called; `begun` are the accounts of those it has begun. */
function givenRunner() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: (number | null)[] = [];
  const handler: JobHandler = (_, __, { accountId }) => {
    begun.push(accountId);
    return released;
  };
  const kind = `kind_${randomUUID()}`;
  const runner = startJobRunner(test.app, { [kind]: handler });
  runners.push(runner);
  return { kind, runner, begun, release };
}

async function givenJobs(kind: string, accountId: number | null, count: number, dueAt: Date): Promise<void> {
  const job = { kind, account_id: accountId, payload: '{}' as never, due_at: dueAt, created_at: dueAt };
  await test
    .rows()
    .insertInto('jobs')
    .values(Array.from({ length: count }, () => job))
    .execute();
}

const ago = (ms: number) => new Date(Date.now() - ms);
const countOf = (begun: (number | null)[], account: number | null) => begun.filter((of) => of === account).length;

describe('the jobs of two accounts', () => {
  it('are started in turns, however many of one are due for longer', async () => {
    const { kind, runner, begun, release } = givenRunner();
    await givenJobs(kind, BUSY, 300, ago(MINUTE));
    await givenJobs(kind, OTHER, 8, ago(SECOND));

    runner.wake();
    await eventually(
      () => begun.length,
      (count) => count > SLOTS_OF_ACCOUNT,
    );
    const atFirst = [...begun];
    release();
    await eventually(
      () => countOf(begun, OTHER),
      (count) => count === 8,
    );

    expect(countOf(atFirst, OTHER)).toBeGreaterThanOrEqual(2);
    // It took at most a turn of the other's for each, and what was begun while the last one was.
    expect(begun.lastIndexOf(OTHER)).toBeLessThan(8 * 2 + SLOTS_OF_ACCOUNT);
  });

  it('leave each other a slot while all of one hang', async () => {
    const { kind, runner, begun, release } = givenRunner();
    await givenJobs(kind, BUSY, 300, ago(MINUTE));

    runner.wake();
    await eventually(
      () => begun.length,
      (count) => count === SLOTS_OF_ACCOUNT,
    );
    await givenJobs(kind, OTHER, 1, ago(0));
    runner.wake();
    await eventually(
      () => countOf(begun, OTHER),
      (count) => count === 1,
    );
    release();

    expect(begun).toEqual([BUSY, BUSY, BUSY, BUSY, OTHER]);
  });

  it('share the slots with those of the installation', async () => {
    const { kind, runner, begun, release } = givenRunner();
    await givenJobs(kind, null, 300, ago(MINUTE));
    await givenJobs(kind, BUSY, 300, ago(SECOND));

    runner.wake();
    await eventually(
      () => begun.length,
      (count) => count > SLOTS_OF_ACCOUNT,
    );
    const atFirst = [...begun];
    release();

    expect(countOf(atFirst, null)).toBeGreaterThanOrEqual(2);
    expect(countOf(atFirst, BUSY)).toBeGreaterThanOrEqual(2);
  });
});

describe('pictures that are fetched', () => {
  const contactOf = async (account: TestAccount, path: string) => {
    const { body, text, status } = await account.call('POST', '/contacts', {
      name: 'Carla',
      avatar_url: `${web.url}${path}`,
    });
    if (status >= 300) throw new Error(text);
    return body.id as number;
  };
  const thumbnailOf = async (account: TestAccount, id: number) =>
    (await account.call('GET', `/contacts/${id}`)).body.thumbnail as string;

  it('of one account do not wait for those of another that never come', async () => {
    web.reply = (request, response) => {
      if (request.url !== '/here.png') return;
      response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURES['image/png']);
    };
    const [waiting, other] = [await givenAccount(test), await givenAccount(test)];
    for (let number = 0; number < 30; number += 1) await contactOf(waiting, `/never-${number}.png`);
    await eventually(
      () => web.asked.length,
      (count) => count > 0,
    );

    const contact = await contactOf(other, '/here.png');
    await eventually(
      () => web.asked,
      (asked) => asked.includes('/here.png'),
    );
    const hanging = web.asked.filter((path) => path.startsWith('/never'));
    const thumbnail = await eventually(
      () => thumbnailOf(other, contact),
      (url) => Boolean(url),
    );

    expect(thumbnail).toContain('/files/');
    expect(hanging.length).toBeLessThan(SLOTS_OF_DOWNLOADS);
  });
});
