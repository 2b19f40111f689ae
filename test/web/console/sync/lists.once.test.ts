import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Console } from '../../../../src/web/console/console.ts';
import type { List } from '../../../../src/web/console/store/list.ts';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { eventually } from '../../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox } from '../../../support/factories.ts';
import { ALL, type ConsoleTabOptions, memoryKeeper, openConsole, reopenConsole } from '../../../support/web/console.ts';

/** More than two pages of the server. */
const CONVERSATIONS = 35;

let test: TestApp;
let browser: ConsoleTabOptions & { keeper: ReturnType<typeof memoryKeeper> };
/** The numbers of all conversations, the newest first. The last is assigned, and old. */
let ids: number[];
const stops: (() => void)[] = [];
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  const account = await givenAccount(test);
  const { id: accountId, administrator } = account;
  const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
  ids = [];
  for (let at = 0; at < CONVERSATIONS; at += 1) {
    const assignee = at === 0 ? { assignee_id: administrator.id } : {};
    const body = { inbox_id: inbox.id, contact_id: contact.id, ...assignee };
    ids.unshift((await account.call('POST', '/conversations', body)).body.id);
  }
  const old = { last_activity_at: new Date(Date.now() - 3_600_000) };
  await test
    .rows()
    .updateTable('conversations')
    .set(old)
    .where('account_id', '=', accountId)
    .where('display_id', '=', ids.at(-1)!)
    .execute();
  const { token } = administrator;
  browser = { url: test.url, token, accountId, keeper: memoryKeeper(), browser: `lists ${accountId}` };
});
afterEach(() => stops.splice(0).forEach((stop) => stop()));
afterAll(() => test.stop());

/** Loads what follows in the list until all is there. */
const whole = (console: Console, list: List) =>
  eventually(
    async () => {
      if (list.state.peek() === 'ready' && list.hasMore.peek()) await console.loadMore(list);
      return list.rows.peek();
    },
    (rows) => rows.length === CONVERSATIONS,
  );

describe('a list', () => {
  it('is loaded page by page to its end', async () => {
    const { console } = await openConsole(browser);
    stops.push(console.stop);
    const { list } = console.openList(ALL);
    const first = list.rows.peek().length;

    expect((await whole(console, list)).toSorted((a, b) => b - a)).toEqual(ids);
    expect(first).toBeLessThan(CONVERSATIONS);
    expect(list.hasMore.peek()).toBe(false);
  });

  it('is whole also where the last visit showed another, of which it has a part', async () => {
    const before = await openConsole({ ...browser, query: { ...ALL, assignment: 'me' } });
    await eventually(() => before.console.line.peek().isUp, Boolean);
    before.console.stop();

    const console = await reopenConsole(browser);
    stops.push(console.stop);
    const { list } = console.openList(ALL);
    const first = list.rows.peek().length;

    expect((await whole(console, list)).toSorted((a, b) => b - a)).toEqual(ids);
    expect(first).toBe(1);
  });
});
