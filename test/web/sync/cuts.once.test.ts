import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenWebsite, type Website } from '../../support/public/website.ts';
import { givenConnection, type Connection } from '../../support/web/connection.ts';
import { memoryStore, openTab, type Tab } from '../../support/web/visitor.ts';

const CUTS = Number(process.env['PARLEY_TEST_WIDGET_CUTS'] ?? 100);
/** After so many, both sides wait until all has arrived, as people do. */
const CUTS_IN_A_ROW = 10;
/** More than a cut takes on a busy machine. */
const LONGEST_CUT_MS = 2000;

let test: TestApp;
let account: TestAccount;
let connection: Connection;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenAccount(test);
  connection = await givenConnection(test.url);
});
afterAll(async () => {
  tabs.forEach(({ widget }) => widget.stop());
  await connection.stop();
  await test.stop();
});

const tabs: Tab[] = [];
async function givenTab(
  website: Website,
  more: { token?: string | null; store?: ReturnType<typeof memoryStore> } = {},
) {
  const tab = await openTab({ url: connection.url, websiteToken: website.token, ...more });
  tabs.push(tab);
  return tab;
}

/** The conversations of the website, each with what is in it. */
async function conversationsOf({ id }: Website): Promise<{ id: number; contents: string[] }[]> {
  const { body } = await account.call('GET', `/conversations?inbox_id=${id}&status=all`);
  return Promise.all(body.data.payload.map(async ({ id }: { id: number }) => ({ id, contents: await contentsOf(id) })));
}

/** What the visitor and the agents wrote, in order. */
async function contentsOf(conversationId: number): Promise<string[]> {
  const found: { id: number; content: string }[] = [];
  for (let query = ''; ; query = `?before=${found[0]!.id}`) {
    const { body } = await account.call('GET', `/conversations/${conversationId}/messages${query}`);
    if (body.payload.length === 0) break;
    found.unshift(...body.payload);
  }
  return found.map(({ content }) => content).filter((content) => /^[va]\d/.test(content));
}

const answer = (id: number, content: string) =>
  account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'outgoing' });

describe('what is written', () => {
  it('makes nothing before the first message, and one contact with it', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const tab = await givenTab(website, { store });
    await eventually(() => tab.widget.state.isLoaded.peek(), Boolean);
    const before = { stored: store.length, conversations: await conversationsOf(website), token: tab.token() };

    tab.widget.write('v1');
    tab.widget.write('v2');

    await eventually(() => tab.isSettled() && tab.contents().length === 2, Boolean);
    expect(before).toEqual({ stored: 0, conversations: [], token: null });
    expect(await conversationsOf(website)).toMatchObject([{ contents: ['v1', 'v2'] }]);
    expect(tab.token()).not.toBeNull();
  });

  it(
    'arrives once on both sides, however often the connection is cut',
    async () => {
      const website = await givenWebsite(test, account);
      const tab = await givenTab(website);
      tab.widget.write('v0');
      await eventually(() => tab.widget.state.connectionLostAt.peek() === null && tab.isSettled(), Boolean);
      const [{ id } = { id: 0 }] = await conversationsOf(website);
      const expected = ['v0'];

      for (let cut = 1; cut <= CUTS; cut += 1) {
        tab.widget.write(`v${cut}`);
        const answered = answer(id, `a${cut}`);
        // At another moment of the requests each time.
        for (let pause = 0; pause < cut % 7; pause += 1) await new Promise(setImmediate);
        connection.cut();
        tab.widget.write(`v${cut}b`);
        await answered;
        connection.mend();
        await answer(id, `a${cut}b`);
        expected.push(`v${cut}`, `v${cut}b`, `a${cut}`, `a${cut}b`);
        const isPause = cut % CUTS_IN_A_ROW === 0 || cut === CUTS;
        if (isPause) await eventually(() => tab.contents().length >= expected.length && tab.isSettled(), Boolean);
      }
      const stored = await contentsOf(id);
      expect(stored.toSorted()).toEqual(expected.toSorted());
      expect(tab.contents()).toEqual(stored);
    },
    CUTS * LONGEST_CUT_MS,
  );

  it('in two tabs is of one visitor, though the second one was not told of the first', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const [first, second] = [await givenTab(website, { store }), await givenTab(website, { store })];
    first.widget.write('v1');
    await eventually(() => first.isSettled() && first.token() !== null, Boolean);

    second.widget.write('v2');

    await eventually(() => second.isSettled() && second.contents().includes('v2'), Boolean);
    expect(await conversationsOf(website)).toMatchObject([{ contents: ['v1', 'v2'] }]);
  });

  it('is sent by another tab when its own is gone', async () => {
    const website = await givenWebsite(test, account);
    const store = memoryStore();
    const first = await givenTab(website, { store });
    connection.cut();
    first.widget.write('v1');
    first.widget.stop();
    connection.mend();

    const second = await givenTab(website, { store });

    await eventually(() => second.isSettled() && second.contents().length > 0, Boolean);
    expect(second.contents()).toEqual(['v1']);
    expect(await conversationsOf(website)).toMatchObject([{ contents: ['v1'] }]);
  });

  it('is shown as failed with the reason when the server refuses it, and can be tried again', async () => {
    const website = await givenWebsite(test, account);
    const tab = await givenTab(website);
    tab.widget.write('x'.repeat(150_001));
    const { messages } = tab.widget.state;
    const row = () => messages.get(messages.order.peek()[0]!)!.peek();
    await eventually(
      () => row().state,
      (state) => state === 'failed',
    );
    expect(row().problem).toMatch(/too long/);

    tab.widget.retry(row().key);
    await eventually(
      () => row().state,
      (state) => state === 'failed',
    );
    tab.widget.discard(row().key);

    expect(tab.contents()).toEqual([]);
  });
});
