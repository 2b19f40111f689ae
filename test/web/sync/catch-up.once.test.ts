import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenWebsite } from '../../support/public/website.ts';
import { givenConnection, type Connection } from '../../support/web/connection.ts';
import { memoryStore, openTab, type Tab } from '../../support/web/visitor.ts';

/** A contact who is online cannot be deleted; one who was heard of so long ago is not. */
const OFFLINE_AFTER_MS = 120_000;

let skippedMs = 0;
let test: TestApp;
let account: TestAccount;
const tabs: Tab[] = [];
const connections: Connection[] = [];
beforeAll(async () => {
  const settings = { 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' };
  test = await givenApp(settings, { now: () => new Date(Date.now() + skippedMs) });
  account = await givenAccount(test);
});
afterEach(async () => {
  tabs.splice(0).forEach(({ widget }) => widget.stop());
  for (const connection of connections.splice(0)) await connection.stop();
});
afterAll(() => test.stop());

/** A visitor who has written, each of whose tabs has a connection of its own. */
async function givenVisitor(settings: object = {}) {
  const website = await givenWebsite(test, account, {}, settings);
  const store = memoryStore();
  async function open(token: string | null) {
    const connection = await givenConnection(test.url);
    const tab = await openTab({ url: connection.url, websiteToken: website.token, token, store });
    connections.push(connection);
    tabs.push(tab);
    return { connection, tab };
  }
  const { connection, tab } = await open(null);
  tab.widget.write('Hello');
  await settled(tab);
  const list = () => account.call('GET', `/conversations?inbox_id=${website.id}&status=all`);
  const { body } = await list();
  const [{ id, meta }] = body.data.payload;
  const call = (method: string, path: string, more?: object) =>
    account.call(method, `/conversations/${id}${path}`, more);
  return {
    connection,
    tab,
    list,
    contact: meta.sender.id as number,
    openAnother: () => open(tab.token()),
    call,
    answer: async (content: string): Promise<{ id: number }> =>
      (await call('POST', '/messages', { content, message_type: 'outgoing' })).body,
  };
}

const settled = (tab: Tab) =>
  eventually(() => tab.widget.state.connectionLostAt.peek() === null && tab.isSettled(), Boolean);
const lost = (tab: Tab) => eventually(() => tab.widget.state.connectionLostAt.peek() !== null, Boolean);
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
const rowsOf = ({ widget }: Tab) => {
  const { messages } = widget.state;
  return messages.order.peek().map((key) => messages.get(key)!.peek());
};

describe('after a loss of the connection', () => {
  it('the thread has all of what was missed, however much it is', async () => {
    const { connection, tab, answer } = await givenVisitor();
    connection.cut();
    await lost(tab);
    const missed = numbered(130, 'missed ');
    for (const content of missed) await answer(content);

    connection.mend();

    await eventually(tab.contents, ({ length }) => length === missed.length + 1);
    expect(tab.contents()).toEqual(['Hello', ...missed]);
  });

  it('what was missed is told like what is not, and which of it is the newest', async () => {
    const { connection, tab, answer } = await givenVisitor();
    await answer('told');
    await eventually(
      () => tab.heard.length,
      (count) => count === 1,
    );
    connection.cut();
    await lost(tab);
    const missed = numbered(110, 'missed ');
    for (const content of missed) await answer(content);

    connection.mend();
    await eventually(tab.contents, ({ length }) => length === missed.length + 2);
    await settled(tab);
    await answer('told again');
    await eventually(
      () => tab.heard.at(-1)?.content,
      (content) => content === 'told again',
    );

    expect(tab.heard.map(({ content }) => content)).toEqual(['told', ...missed, 'told again']);
    const newest = tab.heard.filter(({ isNewest }) => isNewest).map(({ content }) => content);
    expect(newest).toEqual(['told', 'missed 109', 'told again']);
  });

  it('what is there when a tab begins is not told', async () => {
    const { tab, answer, openAnother } = await givenVisitor();
    await answer('before');
    await eventually(tab.contents, ({ length }) => length === 2);

    const other = await openAnother();
    await eventually(other.tab.contents, ({ length }) => length === 2);
    await settled(other.tab);
    await answer('after');

    const told = await eventually(
      () => other.tab.heard,
      ({ length }) => length > 0,
    );
    expect(told).toEqual([{ content: 'after', isNewest: true }]);
  });

  it('what was deleted meanwhile is, also further up than the newest page', async () => {
    const { connection, tab, answer, call } = await givenVisitor();
    const first = await answer('first');
    for (const content of numbered(25, 'before ')) await answer(content);
    await eventually(tab.contents, ({ length }) => length === 27);
    connection.cut();
    await lost(tab);
    await call('DELETE', `/messages/${first.id}`);
    await answer('last');

    connection.mend();

    const deleted = () => rowsOf(tab).flatMap(({ id, attributes }) => (attributes.deleted ? id : []));
    expect(await eventually(deleted, ({ length }) => length > 0)).toEqual([first.id]);
    expect(tab.contents().at(-1)).toBe('last');
  });

  it('the conversation is resolved, and its survey is there', async () => {
    const { connection, tab, call } = await givenVisitor({ csat_survey_enabled: true });
    connection.cut();
    await lost(tab);
    await call('POST', '/toggle_status', { status: 'resolved' });

    connection.mend();

    await eventually(() => tab.widget.state.conversation.peek()?.status === 'resolved', Boolean);
    await eventually(
      () => rowsOf(tab).at(-1)?.contentType,
      (kind) => kind === 'input_csat',
    );
  });

  it('a message that began another conversation is shown without the earlier one', async () => {
    const { connection, tab, call, list } = await givenVisitor({ allow_messages_after_resolved: false });
    connection.cut();
    await lost(tab);
    await call('POST', '/toggle_status', { status: 'resolved' });
    tab.widget.write('Something else');

    connection.mend();

    await eventually(() => tab.contents().join() === 'Something else' && tab.isSettled(), Boolean);
    const conversations: { id: number }[] = (await list()).body.data.payload;
    expect(conversations).toHaveLength(2);
    const newest = Math.max(...conversations.map(({ id }) => id));
    const answer = { content: 'What else?', message_type: 'outgoing' };
    await account.call('POST', `/conversations/${newest}/messages`, answer);
    await eventually(tab.contents, ({ length }) => length === 2);
    expect(tab.contents()).toEqual(['Something else', 'What else?']);
  });

  it('what another tab sent is there, once', async () => {
    const { connection, tab, openAnother } = await givenVisitor();
    const other = await openAnother();
    await settled(other.tab);
    connection.cut();
    await lost(tab);
    for (const content of numbered(3, 'other ')) other.tab.widget.write(content);
    await eventually(() => other.tab.contents().length === 4 && other.tab.isSettled(), Boolean);

    connection.mend();

    await eventually(tab.contents, ({ length }) => length === 4);
    expect(tab.contents()).toEqual(['Hello', ...numbered(3, 'other ')]);
  });
});

describe('a visitor who was deleted meanwhile', () => {
  async function givenDeleted(written: string[]) {
    const visitor = await givenVisitor();
    const token = visitor.tab.token();
    visitor.connection.cut();
    await lost(visitor.tab);
    for (const content of written) visitor.tab.widget.write(content);
    // The server may notice only meanwhile that they have gone.
    const remove = async () => {
      skippedMs += OFFLINE_AFTER_MS;
      return (await account.call('DELETE', `/contacts/${visitor.contact}`)).status;
    };
    await eventually(remove, (status) => status === 200);
    visitor.connection.mend();
    return { ...visitor, token };
  }

  it('sees nothing of it any more, and begins anew with the next message', async () => {
    const { tab, token, list } = await givenDeleted([]);
    await eventually(tab.contents, ({ length }) => length === 0);

    tab.widget.write('Hello again');

    await eventually(() => tab.contents().length === 1 && tab.isSettled(), Boolean);
    await settled(tab);
    expect(tab.contents()).toEqual(['Hello again']);
    expect(tab.token()).not.toBe(token);
    expect((await list()).body.data.payload).toHaveLength(1);
  });

  it('loses nothing of what they wrote meanwhile', async () => {
    const { tab, list } = await givenDeleted(['One', 'Two']);

    await eventually(() => tab.contents().length === 2 && tab.isSettled(), Boolean);
    expect(tab.contents()).toEqual(['One', 'Two']);
    expect((await list()).body.data.payload).toHaveLength(1);
  });
});
