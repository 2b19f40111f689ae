import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';
import { givenPostgresProxy, type PostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyOn } from '../support/only.ts';

onlyOn('postgresql', describe)('round trips to PostgreSQL', () => {
  let place: Place;
  let proxy: PostgresProxy;
  let test: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    place = await givenPlace();
    proxy = await givenPostgresProxy(place.databaseUrl);
    test = await givenApp({}, { jobs: false, place: { ...place, databaseUrl: proxy.url } });
    account = await givenAccount(test);
  });
  afterAll(async () => {
    await test?.stop();
    await proxy?.stop();
    await place?.remove();
  });

  /** The round trips of the request once it was made before. */
  async function tripsOf(method: string, path: string, body?: object): Promise<number> {
    for (let times = 0; times < 2; times += 1) await account.call(method, path, body);
    const before = proxy.trips();
    await account.call(method, path, body);
    return proxy.trips() - before;
  }

  it('of a list of conversations are three', async () => {
    for (let count = 0; count < 3; count += 1) await givenConversation(account);

    expect(await tripsOf('GET', '/conversations')).toBe(3);
  });

  it('of a new message are seven at most', async () => {
    const { id } = await givenConversation(account);
    const message = { content: 'hello', message_type: 'outgoing' };

    expect(await tripsOf('POST', `/conversations/${id}/messages`, message)).toBeLessThanOrEqual(7);
  });
});
