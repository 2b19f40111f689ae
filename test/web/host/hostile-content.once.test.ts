import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Frame, Page } from 'playwright-core';
import { givenAccount, givenInbox } from '../../support/factories.ts';
import { type HostOptions, Hosts, ready } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const SITE = { type: 'web_widget', website_url: 'https://shop.example', identifier_proof: 'optional' };
const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const EVIL = `</script><script>window.__pwned=1</script><img src="https://evil.example/x" onerror="window.__pwned=1">`;
/** Can stand in a script of the page itself. */
const MARKUP = '<img src="https://evil.example/x" onerror="window.__pwned=1">';
const TRICKS = [
  EVIL,
  '[click](javascript:window.__pwned=1) ![x](https://evil.example/y)',
  '<a href="data:text/html,<script>window.__pwned=1</script>">data</a>',
  'bidi \u202Egnp.exe\u202C zero\u200Bwidth\uFEFF',
];

/** Counts what a page must never do: its scripts begin before all others. */
async function watch(page: Page): Promise<{ requests: string[]; violations: string[] }> {
  const seen = { requests: [] as string[], violations: [] as string[] };
  page.on('request', (request) => seen.requests.push(request.url()));
  await page.exposeFunction('violated', (what: string) => seen.violations.push(what));
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { violated: (what: string) => void }).violated(`${violatedDirective} ${blockedURI}`),
    ),
  );
  return seen;
}

const isPwned = async (page: Page, app: Frame) =>
  [await page.evaluate(() => '__pwned' in window), await app.evaluate(() => '__pwned' in window)].some(Boolean);

describe('HTML, scripts and tricks in texts', () => {
  it('are text wherever they stand: inbox, welcome, names, messages, cards, articles, forms, options', async () => {
    const account = await givenAccount(hosts.test, EVIL);
    const channel = { ...SITE, welcome_title: EVIL, welcome_tagline: TRICKS[1] };
    const inbox = await givenInbox(account, channel, 'Evil <b>inbox</b>');
    await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_email_collect: false });
    await account.call('PATCH', `/agents/${account.administrator.id}`, { name: EVIL });
    let seen = { requests: [] as string[], violations: [] as string[] };
    const host = await hosts.open({
      hasApp: true,
      inbox,
      settings: {
        launcherTitle: MARKUP,
        type: 'expanded_bubble',
        availableMessage: MARKUP,
        unavailableMessage: MARKUP,
      },
      prepare: async (page: Page) => (seen = await watch(page)),
    } as HostOptions);
    await host.call('setUser', 'u-1', { name: EVIL, custom_attributes: { evil: EVIL } });
    await host.call('toggle', 'open');
    const app = await host.app();
    await app.getByRole('heading', { level: 2 }).waitFor();
    expect(await app.getByRole('heading', { level: 2 }).textContent()).toBe(EVIL);
    await app.getByRole('button', { name: 'Start a conversation' }).click();
    await app.getByRole('textbox', { name: 'Write a message' }).fill(EVIL);
    await app.getByRole('button', { name: 'Send', exact: true }).click();
    await app.locator('.row.is-own.is-sent').waitFor({ state: 'attached' });

    const { body } = await account.call('GET', '/conversations?status=all');
    const path = `/conversations/${body.data.payload[0].id}/messages`;
    const link = { type: 'link', text: EVIL, uri: 'javascript:window.__pwned=1' };
    const data = { type: 'link', text: 'data', uri: 'data:text/html,<script>window.__pwned=1</script>' };
    const card = { title: EVIL, description: EVIL, media_url: 'javascript:window.__pwned=1', actions: [link, data] };
    const messages = [
      ...TRICKS.map((content) => ({ content })),
      { content: 'x'.repeat(100_000) },
      { content: EVIL, content_type: 'cards', content_attributes: { items: [card] } },
      {
        content: EVIL,
        content_type: 'article',
        content_attributes: { items: [{ title: EVIL, description: EVIL, link: 'javascript:window.__pwned=1' }] },
      },
      { content: EVIL, content_type: 'input_select', content_attributes: { items: [{ title: EVIL, value: EVIL }] } },
      {
        content: 'last words',
        content_type: 'form',
        content_attributes: { items: [{ name: 'f', label: EVIL, type: 'text', placeholder: EVIL }] },
      },
    ];
    const statuses = [];
    for (const message of messages) {
      statuses.push((await account.call('POST', path, { message_type: 'outgoing', ...message })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    await host.page.reload();
    await ready(host.page);
    await host.call('toggle', 'open');
    const again = await host.app();
    await again.getByText('last words').first().waitFor({ state: 'attached' });

    expect(await again.locator('.row .bubble').first().textContent()).toBe(EVIL);
    const links = await again.locator('a').evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''));
    expect(links.filter((href) => !/^https?:/.test(href))).toEqual([]);
    expect(
      await again.locator('img[src*="evil.example"], script:not([type="application/json"]):not([src])').count(),
    ).toBe(0);
    expect(await host.page.locator('#woot-widget--expanded__text').textContent()).toBe(MARKUP);
    expect(await isPwned(host.page, again)).toBe(false);
    const hosted = [hosts.test.url, hosts.site.at(), 'data:', 'blob:'];
    expect(seen.requests.filter((url) => !hosted.some((ours) => url.startsWith(ours)))).toEqual([]);
    expect(seen.violations).toEqual([]);
    expect(await again.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});

describe('a host page that changes what scripts stand on', () => {
  it.each([
    [
      'gives every array and object more',
      `Array.prototype.evil = () => 1; Object.prototype.evil = 'x';
       Object.defineProperty(Object.prototype, 'toJSON', { value: undefined, writable: true });`,
    ],
    [
      'hears all messages and replaces postMessage of its own window',
      `window.postMessage = () => {}; window.onmessage = () => { throw new Error('of the page'); };`,
    ],
    [
      'has no customElements, MutationObserver of its own',
      `delete window.customElements;
       window.MutationObserver = class { observe() {} disconnect() {} takeRecords() { return []; } };`,
    ],
    ['freezes the prototypes', `Object.freeze(Object.prototype); Object.freeze(Array.prototype);`],
    [
      'forbids storage',
      `for (const name of ['localStorage', 'sessionStorage']) {
       Object.defineProperty(window, name, { get() { throw new Error('no storage'); } }); }`,
    ],
    ['does not let itself be framed', `if (top !== self) top.location = self.location;`],
  ])('has the chat still: one that %s', async (_, before) => {
    const host = await hosts.open({ hasApp: true, before });

    await host.page.click(BUBBLE);
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');
    const app = await host.app();
    await app.getByRole('button', { name: 'Start a conversation' }).click();
    await app.getByRole('textbox', { name: 'Write a message' }).fill('Hello');
    await app.getByRole('button', { name: 'Send', exact: true }).click();
    await app.locator('.row.is-own.is-sent').waitFor({ state: 'attached' });

    await host.page.waitForFunction(() => document.cookie.includes('cw_conversation='));
    expect(host.problems.filter((problem) => !problem.includes('of the page'))).toEqual([]);
  });

  it('keeps its own elements and the bubble apart, whatever its rules say', async () => {
    const head = `<style>div, iframe, button, svg { display: none !important; }
      button { position: static; width: 1px } iframe { height: 3px; border: 9px solid red }</style>`;
    const host = await hosts.open({
      hasApp: true,
      head: head.replace('div, iframe, button, svg { display: none !important; }', ''),
    });

    await host.page.click(BUBBLE);
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');

    const box = (await host.page.locator('#chatwoot_live_chat_widget').boundingBox())!;
    expect([box.width, box.height > 400]).toEqual([400, true]);
  });
});

describe('the address of a file', () => {
  it('that could do harm is no link', async () => {
    const { account, inbox, ...team } = await givenTeam(hosts.test);
    const host = await hosts.open({ inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.begin('Hello');
    const { id } = await team.conversation();
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new File(['Oil'], 'invoice.txt', { type: 'text/plain' }));
    await account.call('POST', `/conversations/${id}/messages`, form);
    await chat.app.locator('a.file').waitFor();

    await host.context.route(/\/api\/v1\/widget\//, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(
        /"data_url":"[^"]*"/g,
        '"data_url":"javascript:window.__pwned=1"',
      );
      await route.fulfill({ response, body });
    });
    await host.page.reload();
    await ready(host.page);
    await host.call('toggle', 'open');

    await chat.app.locator('.row span.file').waitFor();
    expect(await chat.app.locator('a.file').count()).toBe(0);
  });
});

describe('the frame', () => {
  it('hears nothing from other frames and pages, and answers nothing', async () => {
    const messages = ['config-set', 'set-user', 'set-locale', 'toggle-open', 'set-custom-attributes'];
    const text = (event: string) =>
      JSON.stringify(
        `chatwoot-widget:${JSON.stringify({ event, locale: 'de', identifier: 'evil', user: { name: 'Eve' }, isOpen: true, customAttributes: { evil: 1 } })}`,
      );
    hosts.site.pages.set('/evil', {
      html: `<script>
        window.answers = 0;
        addEventListener('message', ({ data }) => { if (String(data).startsWith('chatwoot-widget:')) window.answers += 1; });
        window.attack = () => { for (let i = 0; i < 20; i += 1) { ${messages.map((event) => `parent.frames[0].postMessage(${text(event)}, '*');`).join('')} } };
      </script>`,
    });
    const host = await hosts.open({ hasApp: true });
    await host.page.hover(BUBBLE);
    const app = await host.app();
    await app.getByRole('button', { name: 'Start a conversation' }).waitFor({ state: 'attached' });
    await host.page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = Object.assign(document.createElement('iframe'), { src, onload: resolve, id: 'evil' });
          document.body.append(frame);
        }),
      `${hosts.site.at('evil')}/evil`,
    );
    const evil = (await (await host.page.$('#evil'))!.contentFrame())!;

    await evil.evaluate(() => Reflect.get(window, 'attack')());
    // What the page itself says comes after it.
    await host.call('setColorScheme', 'dark');
    await app.waitForFunction(() => document.documentElement.style.colorScheme === 'dark');

    expect(await app.locator('.app').getAttribute('lang')).toBe('en');
    expect(await evil.evaluate(() => Reflect.get(window, 'answers') as number)).toBe(0);
    expect(await host.page.evaluate(() => document.cookie)).toBe('');
    expect(await host.page.isHidden('#cw-widget-holder:not(.woot--hide)')).toBe(true);
  });

  it('is shown by the sites that the inbox names, with their subdomains where it says so, and by no others', async () => {
    const account = await givenAccount(hosts.test);
    const inbox = await givenInbox(account, { ...SITE, allowed_domains: 'shop.localhost:*, *.club.localhost:*' });
    hosts.site.pages.set('/frame', {
      html: `<iframe src="${hosts.test.url}/widget?website_token=${inbox.website_token}"></iframe>`,
    });
    const host = await hosts.open({ hasApp: true });
    const shown = [];
    for (const name of ['shop', 'a.club', 'evil', 'shop.localhost.evil']) {
      await host.page.goto(`${hosts.site.at(name)}/frame`);
      const frame = await (await host.page.waitForSelector('iframe')).contentFrame();
      shown.push(await frame!.evaluate(() => Boolean(document.querySelector('#parley-widget'))).catch(() => false));
    }

    expect(shown).toEqual([true, true, false, false]);
  });
});
