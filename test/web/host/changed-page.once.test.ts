import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { theBrowser } from '../../support/web/browser.ts';
import { givenWebsiteInbox, Hosts, pageWith, ready } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const BUBBLES = '.woot-widget-bubble';

/** What libraries and tools do with the objects of the browser. */
const CHANGES = {
  'window cannot be frozen, but its properties are': `
    try { Object.freeze(window); } catch {}
    for (const name of Object.getOwnPropertyNames(window)) {
      try { Object.defineProperty(window, name, { configurable: false }); } catch {}
    }
    for (const kind of [Object, Function, Array, String, Promise, Map, Set, JSON, Math, Reflect]) {
      Object.freeze(kind);
      if (kind.prototype) Object.freeze(kind.prototype);
    }`,
  'JSON is wrapped': `
    const { parse, stringify } = JSON;
    JSON.parse = function (text) { return parse.call(JSON, text); };
    JSON.stringify = function (value, replacer, space) { return stringify.call(JSON, value, replacer, space); };`,
  'arrays have more members, and others than the browser has': `
    Array.prototype.last = function () { return this[this.length - 1]; };
    Object.prototype.extended = true;
    String.prototype.parseColor = function () { return this; };
    Array.from = function (iterable, map) { return [...(iterable[Symbol.iterator] ? iterable : new Array(iterable.length))].map((one, at) => (map ? map(one, at) : one)); };
    for (const name of ['map', 'filter', 'some', 'find', 'includes', 'flat', 'join']) {
      const own = Array.prototype[name];
      Array.prototype[name] = function (...given) { return own.apply(this, given); };
    }`,
};

describe.each(Object.entries(CHANGES))('a page in which %s', (_, before) => {
  it('has the whole widget', async () => {
    const team = await givenTeam(hosts.test);
    await team.account.call('POST', '/labels', { title: 'vip' });
    const host = await hosts.open({ inbox: team.inbox, hasApp: true, before });
    await host.call('setUser', 'u-1', { name: 'Ulla' });
    await host.call('setConversationCustomAttributes', { order: ['A', 1], plan: 'gold' });
    const chat = new VisitorChat(host);

    await chat.begin('Hello');

    const conversation = await team.conversation();
    await conversation.answer('Good morning');
    expect(await chat.texts(2)).toEqual(['Hello', 'Good morning']);
    const { meta, custom_attributes } = await conversation.read();
    expect([meta.sender.name, custom_attributes]).toEqual(['Ulla', { order: ['A', 1], plan: 'gold' }]);
    expect(host.problems).toEqual([]);
  });
});

describe('a page whose JSON is of no use', () => {
  it('goes on without the chat', async () => {
    const host = await hosts.open({
      hasApp: true,
      before: `JSON.stringify = () => { throw new Error('no'); }; JSON.parse = () => undefined;`,
    });

    await host.page.click(`${BUBBLES}:not(.woot--close)`);
    await host.app();
    await host.page.click('#buy');

    expect(await host.page.locator('#buy').isVisible()).toBe(true);
  });
});

describe('a page in a sandbox, where there are no cookies', () => {
  async function openIn(sandbox: string): Promise<{ page: Page; problems: string[] }> {
    const inbox = await givenWebsiteInbox(hosts.test);
    const path = `/${inbox.website_token}`;
    hosts.site.pages.set(path, { html: pageWith(inbox.web_widget_script, {}) });
    hosts.site.pages.set('/around', { html: `<iframe sandbox="${sandbox}" src="${path}" width="1000" height="700">` });
    const page = await (await (await theBrowser()).newContext()).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const run = page.waitForResponse(/\/packs\/js\/sdk\.js/);
    await page.goto(`${hosts.site.at()}/around`);
    await run;
    return { page, problems: problems };
  }

  it('is as it was, without a bubble that could not be used', async () => {
    const { page, problems } = await openIn('allow-scripts');
    const frame = page.frames()[1]!;
    await frame.waitForFunction(() => 'chatwootSDK' in window);
    await frame.waitForLoadState();

    await frame.click('#buy');

    expect(await frame.locator(BUBBLES).count()).toBe(0);
    expect(await frame.evaluate(() => '$chatwoot' in window)).toBe(false);
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    await page.context().close();
  });

  it('has the widget if the sandbox has an origin', async () => {
    const { page } = await openIn('allow-scripts allow-same-origin');
    const frame = page.frames()[1]!;
    await frame.waitForFunction(() => Reflect.get(window, '$chatwoot')?.hasLoaded);

    await frame.click(`${BUBBLES}:not(.woot--close)`);

    await frame.waitForSelector('#cw-widget-holder:not(.woot--hide)');
    await page.context().close();
  });
});

describe('a page that runs the script again with another inbox', () => {
  it('keeps the first one, also after its visitor was forgotten', async () => {
    const [first, second] = [await givenTeam(hosts.test), await givenTeam(hosts.test)];
    const host = await hosts.open({ inbox: first.inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.begin('Hello');
    await host.call('reset');

    await host.page.evaluate((place) => Reflect.get(window, 'chatwootSDK').run(place), {
      websiteToken: second.inbox.website_token,
      baseUrl: hosts.test.url,
    });
    await ready(host.page);
    await chat.begin('Hello again');

    expect(await host.page.locator(BUBBLES).count()).toBe(2);
    expect(await host.page.locator('#cw-bubble-holder').count()).toBe(1);
    expect(await first.conversation(2)).toBeTruthy();
    expect(await second.conversations()).toEqual([]);
    expect(host.asked.filter((path) => path.includes(second.inbox.website_token))).toEqual([]);
  });
});

describe('a page of a website with HTTPS', () => {
  it('keeps cookies that go nowhere without it', async () => {
    const context = await (await theBrowser()).newContext();
    const { web_widget_script: script } = await givenWebsiteInbox(hosts.test);
    const html = pageWith(script.replaceAll(hosts.test.url, 'https://chat.example'), {});
    await context.route('https://shop.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await context.route('https://chat.example/**', async (route) => {
      const url = route.request().url().replace('https://chat.example', hosts.test.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const loaded = `'chatwoot-widget:' + JSON.stringify({ event: 'loaded', config: { authToken: 'a.b.c' } })`;
    const body = `<script>parent.postMessage(${loaded}, '*')</script>`;
    await context.route(/\/widget\?/, (route) => route.fulfill({ contentType: 'text/html', body }));
    const page = await context.newPage();
    await page.goto('https://shop.example/');
    await ready(page);

    await page.hover(`${BUBBLES}:not(.woot--close)`);
    await page.waitForFunction(() => document.cookie.includes('cw_conversation=a.b.c'));

    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ value: 'a.b.c', secure: true, sameSite: 'Lax', path: '/' });
    await context.close();
  });
});
