import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeSockets, givenListener } from '../../support/cable/bare-socket.ts';
import { reply } from '../../support/conversation-calls.ts';
import { databaseKind, givenPlace, type Place } from '../../support/database.ts';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { givenLog } from '../../support/neighbours/log.ts';
import { isInstalled } from '../../support/neighbours/programs.ts';
import { givenPgBouncer } from '../../support/neighbours/pgbouncer.ts';
import { startOwnPostgres } from '../../support/database/postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { onOwnServer } from '../../support/faults/small-place.ts';
import { onlyIf } from '../../support/only.ts';
import { runParley } from '../../support/parley.ts';

onlyIf(databaseKind === 'postgresql' && isInstalled('pgbouncer'), describe)('PgBouncer in transaction mode', () => {
  let place: Place;
  let pooler: Awaited<ReturnType<typeof givenPgBouncer>>;
  beforeAll(async () => {
    place = await givenPlace();
    pooler = await givenPgBouncer(place.databaseUrl);
  });
  afterAll(async () => {
    closeSockets();
    await pooler?.stop();
    await place?.remove();
  });

  const tells = async (test: TestApp) => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const agent = await givenListener(test, account, account.administrator);
    await reply(account, conversation, { content: 'told' });
    await agent.frame(({ message }) => message?.data?.content === 'told');
    await agent.close();
  };

  it('serves as the example says, and sockets are told through the address for listening', async () => {
    const settings = {
      'database.url': pooler.url,
      'database.listen_url': place.databaseUrl,
      'database.named_statements': 'false',
    };
    const test = await givenApp(settings, { place });

    await tells(test);
    const { body } = await test.request('GET', '/readyz');
    await test.stop();

    expect(body.checks.bus).toBe('ok');
  });

  it('without these settings tells sockets each second, and gives named statements up with a line in the log', async () => {
    const log = givenLog();
    const settings = { 'database.url': pooler.url, 'log.level': 'warn' };
    const test = await givenApp(settings, { place, log: log.stream });
    const account = await givenAccount(test);

    const lists = Array.from({ length: 60 }, () => account.call('GET', '/conversations'));
    const writes = Array.from({ length: 60 }, (_, n) => account.call('POST', '/labels', { title: `label-${n}` }));
    const answers = await Promise.all([...lists, ...writes]);
    await tells(test);
    await test.stop();

    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    expect(log.lines()).toContainEqual(expect.objectContaining({ setting: 'database.listen_url' }));
    expect(log.lines()).toContainEqual(expect.objectContaining({ setting: 'database.named_statements' }));
  });

  it('is named by doctor with the setting to change', async () => {
    const found = await runParley(['doctor', '--json'], { ...place, databaseUrl: pooler.url });

    const bus = JSON.parse(found.stdout).find(({ check }: { check: string }) => check === 'bus');
    expect(bus).toMatchObject({ status: 'warning', advice: expect.stringContaining('database.listen_url') });
  });

  it('with fewer connections than the pool has requests answered within seconds', async () => {
    const small = await givenPgBouncer(place.databaseUrl, {
      pool_mode: 'session',
      default_pool_size: '3',
      query_wait_timeout: '120',
    });
    const settings = { 'database.url': small.url, 'database.listen_url': place.databaseUrl };
    const test = await givenApp(settings, { place, jobs: false });
    const account = await givenAccount(test);

    const answers = await Promise.all(Array.from({ length: 30 }, () => account.call('GET', '/conversations')));
    await test.stop();
    await small.stop();

    expect(new Set(answers.map(({ status }) => status)).difference(new Set([200, 503]))).toEqual(new Set());
  });

  it('answers 503 with Retry-After while PostgreSQL restarts behind it, and goes on', async () => {
    const postgres = await startOwnPostgres();
    await onOwnServer(postgres, 'create database parley');
    const own = { ...(await givenPlace()), databaseUrl: `${postgres.url}/parley` };
    const before = await givenPgBouncer(own.databaseUrl);
    const settings = {
      'database.url': before.url,
      'database.listen_url': own.databaseUrl,
      'database.named_statements': 'false',
    };
    const test = await givenApp(settings, { place: own, jobs: false });
    const account = await givenAccount(test);
    const answers: Answer[] = [];
    const ask = async (times: number) => {
      for (let n = 0; n < times; n += 1) answers.push(await account.call('GET', '/labels'));
    };

    const asking = Promise.all(Array.from({ length: 4 }, () => ask(40)));
    await postgres.shutDown('fast');
    await ask(3);
    await postgres.start();
    await asking;
    const { status } = await eventually(
      () => account.call('GET', '/labels'),
      (answer) => answer.status === 200,
    );
    await test.stop();
    await before.stop();
    await postgres.stop();
    await own.remove();

    expect(status).toBe(200);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(refused.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(
      refused.map(() => [503, expect.any(String)]),
    );
    expect(refused).not.toEqual([]);
  });
});
