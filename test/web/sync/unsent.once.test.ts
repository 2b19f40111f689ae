import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenWebsite, type Website } from '../../support/public/website.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { givenHost, type HostPage } from '../../support/web/host-page.ts';
import { givenConnection, type Connection } from '../../support/web/connection.ts';
import { openTab, type Tab } from '../pages/tab.ts';

const MESSAGES = /\/api\/v1\/widget\/messages/;
/** As long as it is before the visitor is told of a lost connection. */
const QUIET_MS = 5000;
/** Without a socket, what is new is read at least so often. */
const READ_MS = 10_000;
const LONGEST_BODY = 4000;
const OFFLINE = 'No connection. What you write is sent as soon as it is back.';

let test: TestApp;
let account: TestAccount;
let connection: Connection;
let host: HostPage;
const contexts: BrowserContext[] = [];
beforeAll(async () => {
  test = await givenApp({ 'server.max_body_bytes': String(LONGEST_BODY), 'limits.messages_per_minute': '3' });
  account = await givenAccount(test);
  connection = await givenConnection(test.url);
  host = await givenHost(connection.url);
});
afterEach(async () => {
  connection.mend();
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(async () => {
  await host.stop();
  await connection.stop();
  await test.stop();
});

/** A visitor in a browser of their own; `before` runs in each page before all else. */
async function givenVisitor({
  before = '',
  hasClock = false,
  prepare = async (_: BrowserContext): Promise<void> => {},
} = {}): Promise<{ website: Website; tab: Tab }> {
  const website = await givenWebsite(test, account);
  const context = await (await theBrowser()).newContext();
  contexts.push(context);
  if (hasClock) await context.clock.install();
  if (before) await context.addInitScript(before);
  await prepare(context);
  return { website, tab: await openTab(context, host.at(website.token)) };
}

async function writeFirst({ tab }: { tab: Tab }) {
  await tab.write('Hello');
  await eventually(
    () => tab.subscribed.length,
    (count) => count === 1,
  );
}

async function answerIn({ id }: Website, content: string) {
  const { body } = await account.call('GET', `/conversations?inbox_id=${id}&status=all`);
  const path = `/conversations/${body.data.payload[0].id}/messages`;
  await account.call('POST', path, { content, message_type: 'outgoing' });
}

const rowsOf = (tab: Tab, ...states: string[]) =>
  eventually(
    () => tab.rows(),
    (rows) => rows.map(({ state }) => state).join() === states.join(),
  );
const told = (tab: Tab) => tab.widget.locator('.row .state').allTextContents();

describe('the banner', () => {
  it('comes after five seconds without the connection, and goes when it is back', async () => {
    const visitor = await givenVisitor({ hasClock: true });
    const { tab } = visitor;
    await writeFirst(visitor);
    const { clock } = tab.page;
    await clock.pauseAt(await tab.page.evaluate(() => Date.now() + 1000));
    const before = tab.frames();
    await eventually(tab.frames, (count) => count > before);
    const banner = tab.widget.getByText(OFFLINE);

    connection.cut();
    await eventually(tab.lost, (count) => count === 1);
    await clock.runFor(QUIET_MS - 100);
    const isEarly = await banner.isVisible();
    await clock.runFor(100);
    await banner.waitFor();
    connection.mend();
    await clock.resume();
    await banner.waitFor({ state: 'hidden' });

    expect(isEarly).toBe(false);
  });

  it('goes with the first answer, though the browser holds its sockets back', async () => {
    let isHeld = false;
    const sockets: ('passed' | 'up' | 'held')[] = [];
    const prepare = (context: BrowserContext) =>
      context.routeWebSocket(/\/cable/, (socket) => {
        const at = sockets.push(isHeld ? 'held' : 'passed') - 1;
        if (isHeld) return;
        const server = socket.connectToServer();
        server.onMessage((message) => {
          if (String(message).includes('confirm_subscription')) sockets[at] = 'up';
          socket.send(message);
        });
      });
    const { website, tab } = await givenVisitor({ hasClock: true, prepare });
    await tab.write('Hello');
    await eventually(
      () => sockets.join(),
      (found) => found === 'up',
    );
    await rowsOf(tab, 'sent');
    const { clock } = tab.page;
    await clock.pauseAt(await tab.page.evaluate(() => Date.now() + 1000));
    const banner = tab.widget.getByText(OFFLINE);

    isHeld = true;
    connection.cut();
    await eventually(async () => {
      await clock.runFor(QUIET_MS / 5);
      return banner.isVisible();
    }, Boolean);
    connection.mend();
    await answerIn(website, 'We are here');
    await clock.runFor(READ_MS);
    await clock.resume();

    await tab.widget.locator('.row', { hasText: 'We are here' }).waitFor();
    await banner.waitFor({ state: 'hidden' });
    expect(sockets.slice(1).every((state) => state === 'held')).toBe(true);
  });

  it('does not come for one connection that is cut, nor stay', async () => {
    const visitor = await givenVisitor();
    const { tab } = visitor;
    await writeFirst(visitor);
    let failures = 0;
    await tab.page.context().route(MESSAGES, (route) => {
      failures += 1;
      return failures === 1 ? route.abort('connectionreset') : route.continue();
    });

    await tab.write('One');

    await rowsOf(tab, 'sent', 'sent');
    const lost = tab.widget.locator('.banner');
    expect([await lost.count(), tab.lost(), failures]).toEqual([0, 0, 2]);
  });
});

describe('a message that the server does not take', () => {
  it('is shown with the reason, also after a reload, until it is discarded', async () => {
    const visitor = await givenVisitor();
    const { tab } = visitor;
    await writeFirst(visitor);
    const reason = `Not sent. a body may have ${LONGEST_BODY} bytes`;

    await tab.write('x'.repeat(LONGEST_BODY));
    await tab.write('After it');

    await rowsOf(tab, 'sent', 'sent', 'failed');
    expect(await told(tab)).toEqual([expect.stringContaining(reason)]);
    await tab.page.reload();
    await tab.open();
    await rowsOf(tab, 'sent', 'sent', 'failed');
    expect(await told(tab)).toEqual([expect.stringContaining(reason)]);
    await tab.widget.getByRole('button', { name: 'Discard' }).click();
    await rowsOf(tab, 'sent', 'sent');
  });

  it('is one of too many within a minute', async () => {
    const visitor = await givenVisitor();
    const { tab } = visitor;
    await writeFirst(visitor);

    for (const content of ['Two', 'Three', 'Four']) await tab.write(content);

    await rowsOf(tab, 'sent', 'sent', 'sent', 'failed');
    const reason = 'Not sent. a conversation takes 3 messages a minute; try again later';
    expect(await told(tab)).toEqual([expect.stringContaining(reason)]);
  });

  it('is not refused while it cannot be read whether the visitor is still known', async () => {
    const visitor = await givenVisitor();
    const { tab } = visitor;
    await writeFirst(visitor);
    const context = tab.page.context();
    const lost: string[] = [];
    await context.route(MESSAGES, (route) =>
      lost.length > 0 || route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 404, json: { error: 'Contact not found' } }),
    );
    await context.route(/\/widget\/config/, (route) => {
      lost.push(route.request().url());
      return route.abort('connectionreset');
    });

    await tab.write('Still me');

    await rowsOf(tab, 'sent', 'sent');
    expect(lost).toHaveLength(1);
  });

  it('is not sent again by itself, also without a reason, but when the visitor tries', async () => {
    const visitor = await givenVisitor();
    const { tab } = visitor;
    await writeFirst(visitor);
    const context = tab.page.context();
    let asked = 0;
    await context.route(MESSAGES, (route) => {
      asked += 1;
      return route.fulfill({ status: 403, body: '<h1>Forbidden</h1>' });
    });

    await tab.write('Again');
    await rowsOf(tab, 'sent', 'failed');
    const before = await eventually(
      () => told(tab),
      (texts) => texts.length > 0,
    );
    const askedBefore = asked;
    await context.unroute(MESSAGES);
    await tab.widget.getByRole('button', { name: 'Try again' }).click();

    await rowsOf(tab, 'sent', 'sent');
    expect([before, askedBefore]).toEqual([[expect.stringMatching(/^Not sent/)], 1]);
  });

  it('says so when the inbox is gone', async () => {
    const visitor = await givenVisitor();
    const { tab, website } = visitor;
    await writeFirst(visitor);
    await account.call('DELETE', `/inboxes/${website.id}`);

    await tab.write('Still there?');

    await eventually(
      () => told(tab),
      (texts) => texts.some((text) => text.startsWith('Not sent. Inbox not found')),
    );
    expect(tab.problems).toEqual([]);
  });

  it('waits as long as Retry-After says, and goes by itself', async () => {
    const visitor = await givenVisitor({ hasClock: true });
    const { tab } = visitor;
    await writeFirst(visitor);
    const { clock } = tab.page;
    await clock.pauseAt(await tab.page.evaluate(() => Date.now() + 1000));
    let asked = 0;
    await tab.page.context().route(MESSAGES, (route) => {
      if (route.request().method() === 'GET') return route.continue();
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 429, headers: { 'retry-after': '60' } }) : route.continue();
    });

    await tab.write('Not so fast');
    await eventually(
      () => asked,
      (count) => count === 1,
    );
    await clock.runFor(59_000);
    const early = { asked, told: await told(tab) };
    await clock.resume();
    await clock.fastForward(10_000);

    await rowsOf(tab, 'sent', 'sent');
    expect(early).toEqual({ asked: 1, told: ['Sending…'] });
  });
});

describe('a browser that keeps nothing', () => {
  const REFUSE = `Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
  });
  navigator.locks.request = () => Promise.reject(new DOMException('It is not allowed here.', 'SecurityError'));`;
  const FILL = `try { for (let size = 1e6; size >= 1; size /= 2) for (;;) {
    try { localStorage.setItem('filler' + localStorage.length, 'x'.repeat(size)); } catch { break; }
  } } catch {}`;

  it.each([
    ['refuses its storage', REFUSE],
    ['has a full one', FILL],
  ])('%s: sends all the same, also after the connection was lost', async (_, before) => {
    const visitor = await givenVisitor({ before });
    const { tab } = visitor;
    await writeFirst(visitor);

    connection.cut();
    await tab.write('One');
    await tab.write('Two');
    const waiting = await rowsOf(tab, 'sent', 'waiting', 'waiting');
    connection.mend();

    const rows = await rowsOf(tab, 'sent', 'sent', 'sent');
    expect(waiting.map(({ text }) => text)).toEqual(['Hello', 'One', 'Two']);
    expect(rows.map(({ text }) => text)).toEqual(['Hello', 'One', 'Two']);
    expect(tab.problems).toEqual([]);
  });
});
