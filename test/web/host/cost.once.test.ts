import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { startBrowser } from '../../support/web/browser.ts';
import { type HostPage, Hosts, WITH_MOTION, pageWith, ready } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { reasonsToForget, seenBy, shiftsOf, WATCH_SHIFTS, watchScriptsOf } from '../pages/watch-page.ts';

const hosts = new Hosts(WITH_MOTION);
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

/** Before anybody wants the chat. */
const MOST_BYTES = 6000;
const TIMES = 50;
/** Higher than the window, so that what is put into it could move something. */
const LONG = `<main style="margin: 0">${'<p>Our shop has tables, chairs and lamps.</p>'.repeat(60)}</main>`;

/** The page in which the app is, with what it costs. */
async function givenChat(
  before = '',
): Promise<{ host: HostPage; chat: VisitorChat; team: Awaited<ReturnType<typeof givenTeam>> }> {
  const team = await givenTeam(hosts.test);
  const host = await hosts.open({ inbox: team.inbox, hasApp: true, body: LONG, before });
  return { host, chat: new VisitorChat(host), team };
}

describe('before somebody wants the chat, a page', () => {
  it.each(['br', 'gzip'])('loads two files of at most 6 kB, headers and all: %s', async (encoding) => {
    let bytes = 0;
    const loaded: string[] = [];
    const prepare = async (page: Page) => {
      await page.context().setExtraHTTPHeaders({ 'accept-encoding': encoding });
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const ours = new Set<string>();
      session.on('Network.responseReceived', ({ requestId, response: { url, headers } }) => {
        if (!url.startsWith(hosts.test.url)) return;
        ours.add(requestId);
        loaded.push(`${new URL(url).pathname} ${headers['Content-Encoding']}`);
      });
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (ours.has(requestId)) bytes += encodedDataLength;
      });
    };

    const { page } = await hosts.open({ prepare });
    await page.waitForLoadState('networkidle');

    expect(loaded).toEqual([`/packs/js/sdk.js ${encoding}`, '/widget/bubble.js undefined']);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('is made to do nothing that blocks it, lays it out at once, or comes by itself', async () => {
    const { host } = await givenChat(watchScriptsOf(hosts.test.url));
    await host.page.waitForLoadState('networkidle');

    const { forced, blocking, timers } = await seenBy(host.page);
    // Whether the page's own styles have won over those of the bubble: asked once, after the next picture.
    expect(forced).toEqual(['getComputedStyle']);
    expect([blocking, timers]).toEqual([[], 2]);
    expect(host.asked).toHaveLength(2);
  });

  it('keeps nothing, and neither does a page whose visitor only looks', async () => {
    const { host, chat, team } = await givenChat();
    const kept = (page: { evaluate: Page['evaluate'] }) =>
      page.evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage), document.cookie].filter(Boolean),
      );
    await chat.bubble.hover();
    await chat.app.getByText('Shop').first().waitFor({ state: 'attached' });
    const hovered = [await kept(host.page), await kept(await frameOf(host)), await host.context.cookies()];

    await chat.open();
    await chat.start();
    await chat.composer.pressSequentially('Hel');

    expect(hovered).toEqual([[], [], []]);
    expect([await kept(host.page), await kept(await frameOf(host)), await host.context.cookies()]).toEqual([
      [],
      [],
      [],
    ]);
    const rows = await hosts.test
      .rows()
      .selectFrom('contact_inboxes')
      .select('id')
      .where('inbox_id', '=', team.inbox.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

const frameOf = async (host: HostPage) => (await (await host.page.$('#chatwoot_live_chat_widget'))!.contentFrame())!;

describe('a page', () => {
  it('never shifts: with the bubble, the chat, unread messages and without them', async () => {
    const { host, chat, team } = await givenChat(WATCH_SHIFTS);
    await chat.begin('Hello');
    await chat.close();
    const conversation = await team.conversation();
    await conversation.answer('Good morning');
    await chat.preview.getByText('Good morning').waitFor();
    await conversation.answer('How can we help?');
    await chat.preview.getByText('How can we help?').waitFor();
    const shifts = await shiftsOf(host.page);
    await chat.open();
    await chat.close();
    const caused = await shiftsOf(host.page);

    await host.page.evaluate(() =>
      document.body.prepend(Object.assign(document.createElement('div'), { textContent: 'Ad' })),
    );

    expect(shifts).toEqual([]);
    // At the click, what showed the unread messages becomes the chat.
    expect(caused.filter((moved) => !/^[\d.]+: cw-widget-holder [\d.]+ [\d.]+ to [\d.]+ [\d.]+$/.test(moved))).toEqual(
      [],
    );
    await eventually(
      () => shiftsOf(host.page),
      ({ length }) => length > caused.length,
    );
  });

  it('keeps no more nodes and listeners however often the chat is opened and closed', async () => {
    const { host, chat } = await givenChat();
    await chat.open();
    await chat.start();
    const session = await host.context.newCDPSession(host.page);
    const openAndClose = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await host.call('toggle', 'close');
        await host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });
        await host.call('toggle', 'open');
        await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');
      }
    };
    await openAndClose(5);
    const before = await countKept(session);

    await openAndClose(TIMES);

    // Fewer than one each time: the browser itself keeps some for a while.
    const isSame = ({ nodes, listeners }: typeof before) =>
      nodes - before.nodes < TIMES / 2 && listeners - before.listeners < TIMES / 2;
    await eventually(() => countKept(session), isSame);
  });
});

/** What is in the memory of a page and its frames after its garbage was collected. */
async function countKept(session: CDPSession): Promise<{ nodes: number; listeners: number }> {
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

describe('the first click', () => {
  it('waits for two answers in a row, and for nothing that the server has to look up for the visitor', async () => {
    const { host, chat, team } = await givenChat();
    const held: { path: string; go: () => Promise<void> }[] = [];
    const paths = () => held.map(({ path }) => path).toSorted();
    const release = () => Promise.all(held.splice(0).map(({ go }) => go()));
    await host.context.route(`${hosts.test.url}/**`, (route) => {
      held.push({ path: new URL(route.request().url()).pathname, go: () => route.continue() });
    });
    const { text } = await hosts.test.request('GET', `/widget?website_token=${team.inbox.website_token}`);
    const named = [...text.matchAll(/"(\/packs\/[^"]+)"/g)].map(([, path]) => path!);

    await chat.bubble.click();
    await eventually(paths, ({ length }) => length === 2);
    expect(paths()).toEqual([expect.stringMatching(/^\/packs\/js\/talk-/), '/widget']);
    await release();
    await eventually(paths, (found) => named.every((path) => found.includes(path)));
    await release();
    await chat.start();
    await chat.composer.pressSequentially('Hello');

    expect(await chat.composer.inputValue()).toBe('Hello');
    expect(paths().filter((path) => !path.startsWith('/api/'))).toEqual([]);
    await host.context.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('a page to which the visitor goes back', () => {
  it('may be the one that was left, also with the chat in it', async () => {
    const { inbox } = await givenTeam(hosts.test);
    const { pages } = hosts.site;
    const html = pageWith(inbox.web_widget_script, {});
    pages.set('/with-widget', { html });
    pages.set('/not-kept', { html: html.replace('<body>', '<body onunload="">') });
    pages.set('/next', { html: '<!doctype html><title>Next</title>' });
    const browser = await startBrowser([], ['--disable-back-forward-cache']);
    const page = await browser.newPage();
    const open = async (path: string) => {
      await page.goto(`${hosts.site.at()}${path}`);
      await ready(page);
    };

    await open('/with-widget');
    const closed = await reasonsToForget(page);
    await open('/with-widget');
    await page.click('.woot-widget-bubble');
    await page.frameLocator('iframe').getByRole('button', { name: 'Start a conversation' }).click();
    const opened = await reasonsToForget(page);
    await open('/not-kept');

    expect([closed, opened]).toEqual([[], []]);
    expect(await reasonsToForget(page)).toEqual(['UnloadHandlerExistsInMainFrame']);
    await browser.close();
  });
});
