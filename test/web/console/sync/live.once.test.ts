import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { assign, markSeen, setLabels, setPriority, setStatus } from '../../../../src/web/console/sync/intents.ts';
import type { ListQuery } from '../../../../src/web/console/store/list-query.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../../support/factories.ts';
import { ALL, type ConsoleTab, memoryKeeper, openConsole } from '../../../support/web/console.ts';
import { type Connection, givenConnection } from '../../../support/web/connection.ts';

let test: TestApp;
let account: TestAccount;
let connection: Connection;
const tabs: ConsoleTab[] = [];
let browsers = 0;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenAccount(test);
});
afterEach(async () => {
  tabs.splice(0).forEach(({ console }) => console.stop());
  await connection.stop();
});
afterAll(() => test.stop());

async function givenTab(more: { query?: ListQuery; browser?: string; keeper?: ReturnType<typeof memoryKeeper> } = {}) {
  connection = tabs.length === 0 ? await givenConnection(test.url) : connection;
  browsers += 1;
  const tab = await openConsole({
    url: connection.url,
    token: account.administrator.token,
    accountId: account.id,
    browser: `browser ${browsers}`,
    ...more,
  });
  tabs.push(tab);
  await isUp(tab);
  return tab;
}
const isUp = ({ console }: ConsoleTab) => eventually(() => console.line.peek().isUp, Boolean);
const contentsOf = ({ console }: ConsoleTab, id: number) =>
  console.store
    .thread(id)
    .thread.ids.peek()
    .map((one) => console.store.messages.peek(one)?.content);

describe('the console', () => {
  it('shows a message that a contact writes, in the thread, the list and the counts of the conversation', async () => {
    const { id } = await givenConversation(account);
    const tab = await givenTab();
    const { list } = tab.console.openList(ALL);
    const thread = tab.console.openThread(id);
    await eventually(
      () => thread.state.peek(),
      (state) => state === 'ready',
    );
    const other = await givenConversation(account);

    await account.call('POST', `/conversations/${id}/messages`, { content: 'Where is it?', message_type: 'incoming' });

    await eventually(
      () => contentsOf(tab, id),
      (contents) => contents.includes('Where is it?'),
    );
    expect(list.rows.peek().slice(0, 2)).toEqual([id, other.id]);
    expect(tab.console.store.conversations.peek(id)?.unreadCount).toBe(1);
    const last = tab.console.store.lastMessage(id).peek();
    expect(tab.console.store.messages.peek(last ?? 0)?.content).toBe('Where is it?');
  });

  it('shows what its user does at once, and as the server has it then', async () => {
    const { id } = await givenConversation(account);
    await account.call('POST', '/labels', { title: 'vip' });
    const tab = await givenTab();
    const { console } = tab;
    const record = () => console.store.conversations.peek(id);

    console.act(id, setStatus(id, 'resolved'));
    console.act(id, setPriority(id, 'urgent'));
    console.act(id, setLabels(id, ['vip']));
    console.act(id, assign(id, { type: 'User', id: account.administrator.id, name: 'me' }));
    console.act(id, markSeen(id));
    const atOnce = record();

    await eventually(
      () => console.outbox.entries.peek().length,
      (left) => left === 0,
    );
    const { body } = await account.call('GET', `/conversations/${id}`);
    const expected = { status: 'resolved', priority: 'urgent', labels: ['vip'] };
    expect(atOnce).toMatchObject(expected);
    expect(body).toMatchObject({ ...expected, meta: { assignee: { id: account.administrator.id } } });
    await eventually(record, (now) => now?.updatedAt === body.updated_at);
    expect(record()).toMatchObject({ ...expected, assignee: { id: account.administrator.id } });
  });

  it('takes back what the server refuses, and says why', async () => {
    const { id } = await givenConversation(account);
    const { console } = await givenTab();

    console.act(id, assign(id, { type: 'User', id: 987_654, name: 'nobody' }));
    const atOnce = console.store.conversations.peek(id)?.assignee?.id;

    await eventually(
      () => console.refusals.peek().length,
      (count) => count === 1,
    );
    expect(atOnce).toBe(987_654);
    expect(console.store.conversations.peek(id)?.assignee?.id).not.toBe(987_654);
    expect(console.refusals.peek()).toEqual([
      expect.objectContaining({ conversationId: id, reason: expect.stringMatching(/\w/) }),
    ]);
  });

  it('takes back what goes with a message that the server refuses, or that is taken back itself', async () => {
    const { id } = await givenConversation(account);
    const { console } = await givenTab();
    const status = () => console.store.conversations.peek(id)?.status;
    await eventually(() => console.openThread(id).state.peek() === 'ready' && status() === 'open', Boolean);

    const refused = console.send(id, { content: ' ', isPrivate: false });
    console.act(id, setStatus(id, 'resolved'), refused);
    const atOnce = status();
    await eventually(() => console.outbox.find(refused)?.problem, Boolean);
    const afterRefusal = status();
    const early = console.send(id, { content: 'too early', isPrivate: false }, 60_000);
    console.act(id, setStatus(id, 'resolved'), early);
    await console.undo(early);

    expect([atOnce, afterRefusal, status()]).toEqual(['resolved', 'open', 'open']);
    expect(console.outbox.entries.peek().map(({ key }) => key)).toEqual([refused]);
    await console.discard(refused);
    expect((await account.call('GET', `/conversations/${id}`)).body.status).toBe('open');
  });

  it('sends messages in order, each once, and takes one back within its time', async () => {
    const { id } = await givenConversation(account);
    const tab = await givenTab();
    const { console } = tab;
    console.openThread(id);

    console.send(id, { content: 'one', isPrivate: false });
    console.send(id, { content: 'two', isPrivate: true });
    const key = console.send(id, { content: 'taken back', isPrivate: false }, 60_000);
    const isTakenBack = await console.undo(key);
    console.send(id, { content: 'three', isPrivate: false });

    await eventually(
      () => console.outbox.entries.peek().length,
      (left) => left === 0,
    );
    const { body } = await account.call('GET', `/conversations/${id}/messages`);
    const sent = body.payload.filter(({ message_type: type }: { message_type: number }) => type === 1);
    expect(isTakenBack).toBe(true);
    expect(sent.map((one: { content: string }) => one.content)).toEqual(['one', 'two', 'three']);
    await eventually(
      () => contentsOf(tab, id).filter((one) => one === 'three').length,
      (count) => count === 1,
    );
  });

  it('lists inboxes and labels that are made meanwhile', async () => {
    const { console } = await givenTab();
    await givenConversation(account);

    await account.call('POST', '/labels', { title: 'fresh' });

    await eventually(
      () => console.start.peek().labels.map(({ title }) => title),
      (titles) => titles.includes('fresh'),
    );
    const { body } = await account.call('GET', '/inboxes');
    expect(console.start.peek().inboxes.map(({ id }) => id)).toEqual(body.payload.map(({ id }: { id: number }) => id));
  });

  it('tells at once of a conversation that was deleted', async () => {
    const { id } = await givenConversation(account);
    const { console } = await givenTab();
    const { list } = console.openList(ALL);

    await account.call('DELETE', `/conversations/${id}`);

    await eventually(() => console.store.conversations.isRemoved(id), Boolean);
    expect(list.rows.peek()).not.toContain(id);
  });

  it('knows after a gap what was written, changed and deleted in it', async () => {
    const [first, second, third] = [
      await givenConversation(account),
      await givenConversation(account),
      await givenConversation(account),
    ];
    const tab = await givenTab();
    const { console } = tab;
    const { list } = console.openList({ ...ALL, status: 'open' });
    await eventually(
      () => list.state.peek(),
      (state) => state === 'ready',
    );
    console.openThread(first.id);
    await eventually(
      () => console.openThread(first.id).state.peek(),
      (state) => state === 'ready',
    );
    connection.cut();
    await eventually(
      () => console.line.peek().isUp,
      (is) => !is,
    );

    await account.call('POST', `/conversations/${first.id}/messages`, { content: 'missed', message_type: 'incoming' });
    await account.call('POST', `/conversations/${second.id}/toggle_status`, { status: 'resolved' });
    await account.call('DELETE', `/conversations/${third.id}`);
    console.send(first.id, { content: 'written offline', isPrivate: false });
    connection.mend();

    await eventually(
      () => contentsOf(tab, first.id),
      (contents) => contents.includes('missed') && contents.includes('written offline'),
    );
    await eventually(
      () => list.rows.peek(),
      (rows) => !rows.includes(second.id) && !rows.includes(third.id),
    );
    expect(list.rows.peek()[0]).toBe(first.id);
    const { body } = await account.call('GET', `/conversations/${first.id}/messages`);
    expect(contentsOf(tab, first.id)).toEqual(body.payload.map(({ content }: { content: string }) => content));
  });

  it('has one socket for all tabs of a browser, which another tab opens when the first one is closed', async () => {
    const { id } = await givenConversation(account);
    const keeper = memoryKeeper();
    const sockets = async () => (await test.request('GET', '/metrics', {})).status;
    const first = await givenTab({ browser: 'shared', keeper });
    const second = await givenTab({ browser: 'shared', keeper });
    void sockets;
    for (const { console } of [first, second]) {
      const thread = console.openThread(id);
      await eventually(
        () => thread.state.peek(),
        (state) => state === 'ready',
      );
    }

    second.console.send(id, { content: 'of the second', isPrivate: false });
    await eventually(
      () => contentsOf(first, id),
      (contents) => contents.includes('of the second'),
    );
    first.console.stop();
    await account.call('POST', `/conversations/${id}/messages`, { content: 'between', message_type: 'incoming' });

    await eventually(
      () => contentsOf(second, id),
      (contents) => contents.includes('between'),
    );
    second.console.send(id, { content: 'still sent', isPrivate: false });
    await eventually(
      () => second.console.outbox.entries.peek().length,
      (left) => left === 0,
    );
    expect(contentsOf(second, id).slice(-3)).toEqual(['of the second', 'between', 'still sent']);
  });
});
