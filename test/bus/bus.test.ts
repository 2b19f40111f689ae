import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openBus } from '../../src/bus/bus.ts';
import { openOrm } from '../../src/db/orm.ts';
import { openTx } from '../../src/db/tx.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace } from '../support/database.ts';
import { EMPTY_INSTALLATION } from '../support/database/empty-installation.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount } from '../support/factories.ts';
import { givenPostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyOn } from '../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

describe('what listens to the bus', () => {
  it('hears of commits, until it is done', async () => {
    const account = await givenAccount(test);
    const heard = { first: 0, second: 0 };
    const silence = test.app.bus.onNotify(() => (heard.first += 1));
    test.app.bus.onNotify(() => (heard.second += 1));

    await account.call('POST', '/labels', { title: 'one' });
    await eventually(
      () => heard,
      ({ first, second }) => first > 0 && second > 0,
    );
    silence();
    const before = { ...heard };
    await account.call('POST', '/labels', { title: 'two' });
    await eventually(
      () => heard.second,
      (count) => count > before.second,
    );

    expect(heard.first).toBe(before.first);
  });

  onlyOn('postgresql', it)('does not go on connecting when it could not begin, and else connects again', async () => {
    const place = await givenPlace();
    const proxy = await givenPostgresProxy(place.databaseUrl);
    const orm = await openOrm({ url: proxy.url, poolSize: 1 }, EMPTY_INSTALLATION);
    const [failed, other] = [openBus(), openBus()];
    const listening = () =>
      sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and query = 'listen parley_events'
      `.execute(openTx(orm).db);

    proxy.cut(/listen parley_events/, 1, false);
    await expect(failed.listen(orm, proxy.url)).rejects.toThrow();
    await other.listen(orm, proxy.url);
    const [first] = (await listening()).rows;
    const again = Promise.withResolvers<void>();
    other.onNotify(() => again.resolve());
    await sql`select pg_terminate_backend(${first?.pid})`.execute(openTx(orm).db);
    await again.promise;

    // The first would have connected before.
    expect((await listening()).rows).toHaveLength(1);
    await failed.close();
    await other.close();
    await orm.close(true);
    await proxy.stop();
    await place.remove();
  });

  onlyOn('postgresql', it)('gives up where the server takes the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const url = `postgres://parley@127.0.0.1:${port}/parley`;
    const orm = await openOrm({ url, poolSize: 1 }, EMPTY_INSTALLATION);

    await expect(openBus().listen(orm, url)).rejects.toThrow('timeout');

    await orm.close(true);
    silent.close();
  });
});
