import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { givenPostgresProxy, type PostgresProxy } from '../support/faults/postgres-proxy.ts';
import { onlyIf } from '../support/only.ts';
import { isOn, openedWithout } from '../support/runner/switches.ts';

/** Without kept texts, what the conversations show is read in a trip of its own. */
const TRIPS_OF_LIST = isOn('KEPT_TEXTS') ? 2 : 3;
const TIMES = 5;
const isMeasurable = databaseKind === 'postgresql' && isOn('PIPELINE');

onlyIf(isMeasurable, describe)('round trips to PostgreSQL', () => {
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

  /**
   * The round trips of a request of `app` that was made before: the fewest of several, because something in the background may be
   * counted with one of them, as may an answer that comes while the rest of a batch is still on its way.
   */
  async function tripsOf(app: TestApp, method: string, path: string, body?: object): Promise<number> {
    const request = () => app.request(method, `${account.path}${path}`, { token: account.administrator.token, body });
    for (let times = 0; times < 2; times += 1) await request();
    const counts: number[] = [];
    for (let times = 0; times < TIMES; times += 1) {
      const before = proxy.trips();
      await request();
      counts.push(proxy.trips() - before);
    }
    return Math.min(...counts);
  }

  const message = { content: 'hello', message_type: 'outgoing' };

  it(`of a list of conversations are ${TRIPS_OF_LIST} where nothing has changed`, async () => {
    for (let count = 0; count < 3; count += 1) await givenConversation(account);

    expect(await tripsOf(test, 'GET', '/conversations')).toBe(TRIPS_OF_LIST);
  });

  it('of new events are three, as many as where there are none', async () => {
    const { body } = await account.call('GET', '/events');
    const path = `/events?after=${body.meta.last_id}`;
    const withoutAny = await tripsOf(test, 'GET', path);
    await givenConversation(account);

    expect([withoutAny, await tripsOf(test, 'GET', path)]).toEqual([3, 3]);
  });

  it('of a new message are four, or five where the conversation is assigned', async () => {
    const { id } = await givenConversation(account);
    const agent = await givenAgent(test, account);
    const assigned = await givenConversation(account, { assignee_id: agent.id });

    expect(await tripsOf(test, 'POST', `/conversations/${id}/messages`, message)).toBe(4);
    expect(await tripsOf(test, 'POST', `/conversations/${assigned.id}/messages`, message)).toBe(5);
  });

  it('of a new message are not more where a webhook receives it', async () => {
    await account.call('POST', '/webhooks', { url: 'https://example.com/hook', subscriptions: ['message_created'] });
    const { id } = await givenConversation(account);

    expect(await tripsOf(test, 'POST', `/conversations/${id}/messages`, message)).toBe(4);
  });

  it('are as few where statements have no names', async () => {
    const settings = { 'database.named_statements': 'false' };
    const unnamed = await givenApp(settings, { jobs: false, place: { ...place, databaseUrl: proxy.url } });
    try {
      const { id } = await givenConversation(account);

      expect(await tripsOf(unnamed, 'GET', '/conversations')).toBe(TRIPS_OF_LIST);
      expect(await tripsOf(unnamed, 'POST', `/conversations/${id}/messages`, message)).toBe(4);
    } finally {
      await unnamed.stop();
    }
  });

  it('are one for each statement if they are not sent together, with the same answers', async () => {
    const simple = await openedWithout('PIPELINE', () =>
      givenApp({}, { jobs: false, place: { ...place, databaseUrl: proxy.url } }),
    );
    try {
      const { id } = await givenConversation(account);
      const options = { token: account.administrator.token };
      const list = (app: TestApp) => app.request('GET', `${account.path}/conversations`, options);

      expect(await tripsOf(simple, 'GET', '/conversations')).toBeGreaterThan(2);
      expect(await tripsOf(simple, 'POST', `/conversations/${id}/messages`, message)).toBeGreaterThan(5);
      const answers = await Promise.all([test, simple].map(list));
      expect(answers[0]?.text.replaceAll(test.url, '')).toBe(answers[1]?.text.replaceAll(simple.url, ''));
    } finally {
      await simple.stop();
    }
  });
});
