import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Hosts, givenWebsiteInbox, pageWith, ready } from '../pages/host-page.ts';
import { theBrowser } from '../../support/web/browser.ts';

const hosts = new Hosts();
const { open } = hosts;
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const SHOWN = '#cw-widget-holder:not(.woot--hide)';

describe('a page that unsets every property', () => {
  it('shows the bubble, its icon and the chat where they belong', async () => {
    const host = await open({
      head: '<style>* { all: unset !important }</style>',
      browser: { viewport: { width: 1280, height: 1000 } },
    });

    expect(await host.page.locator(BUBBLE).boundingBox()).toEqual({ x: 1196, y: 916, width: 64, height: 64 });
    expect(await host.page.locator(`${BUBBLE} path`).boundingBox()).toMatchObject({ width: 20 });
    await host.page.click(BUBBLE);
    await host.page.waitForSelector(SHOWN);
    expect(await host.page.locator('#chatwoot_live_chat_widget').boundingBox()).toMatchObject({
      width: 400,
      height: 640,
    });
    expect(await host.page.isVisible(BUBBLE)).toBe(false);
  });
});

describe('a page with a strict policy', () => {
  it('needs to allow nothing but the scripts and the frame of this server', async () => {
    const inbox = await givenWebsiteInbox(hosts.test);
    const run = `addEventListener('DOMContentLoaded', () => {})`;
    const policy = [
      "default-src 'none'",
      `script-src 'nonce-n1' ${hosts.test.url}`,
      `frame-src ${hosts.test.url}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ');
    const place = JSON.stringify({ websiteToken: inbox.website_token, baseUrl: hosts.test.url });
    const html = `<!doctype html><title>Strict</title><body>
<script nonce="n1">${run}</script><script nonce="n1" src="${hosts.test.url}/packs/js/sdk.js"></script>
<script nonce="n1">chatwootSDK.run(${place})</script></body>`;
    hosts.site.pages.set('/strict', { html, headers: { 'content-security-policy': policy } });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    await page.goto(`${hosts.site.at()}/strict`);
    await ready(page);
    await page.hover(BUBBLE);
    const frame = await (
      await page.waitForSelector('#chatwoot_live_chat_widget', { state: 'attached' })
    ).contentFrame();
    await frame!.waitForSelector('text=Support', { state: 'attached' });

    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    expect(await page.$eval(BUBBLE, (bubble) => getComputedStyle(bubble).position)).toBe('fixed');
    await context.close();
  });
});

describe('messages from elsewhere', () => {
  it('are not heard: from the page, from frames of others, from the right window with another origin', async () => {
    const message = `'chatwoot-widget:' + JSON.stringify({ event: 'setAuthCookie', data: { widgetAuthToken: 'evil' } })`;
    hosts.site.pages.set('/evil', {
      html: `<script>for (let i = 0; i < 100; i += 1) parent.postMessage(${message}, '*');
        parent.postMessage('chatwoot-widget:' + JSON.stringify({ event: 'toggleBubble' }), '*'); parent.postMessage('done', '*');</script>`,
    });
    const host = await open();
    await host.page.hover(BUBBLE);
    await host.frame();

    await host.page.evaluate(
      async ({ evil, text }) => {
        window.postMessage(text, '*');
        const done = new Promise<void>((resolve) =>
          addEventListener('message', ({ data }) => data === 'done' && resolve()),
        );
        const frame = Object.assign(document.createElement('iframe'), { src: evil });
        document.body.append(frame);
        await done;
        // The widget's own frame, with a page of somebody else in it.
        const again = new Promise<void>((resolve) =>
          addEventListener('message', ({ data }) => data === 'done' && resolve()),
        );
        (document.querySelector('#chatwoot_live_chat_widget') as HTMLIFrameElement).src = evil;
        await again;
      },
      {
        evil: `${hosts.site.at('evil')}/evil`,
        text: 'chatwoot-widget:{"event":"setAuthCookie","data":{"widgetAuthToken":"evil"}}',
      },
    );

    expect(await host.page.evaluate(() => document.cookie)).toBe('');
    expect(await host.page.$(SHOWN)).toBe(null);
  });

  it('that are no messages of ours do no harm', async () => {
    const host = await open();
    await host.page.hover(BUBBLE);
    const frame = await host.frame();

    await frame.evaluate(() => {
      for (const said of [
        'chatwoot-widget:{',
        'chatwoot-widget:null',
        'chatwoot-widget:7',
        'other',
        { event: 'closeChat' },
        null,
      ]) {
        parent.postMessage(said, '*');
      }
    });
    await host.say({ event: 'toggleBubble' });

    await host.page.waitForSelector(SHOWN);
    expect(host.problems).toEqual([]);
  });
});

describe('a frame that may not be shown', () => {
  it('is not in the way, and the page goes on', async () => {
    const host = await open({ hasApp: true, channel: { allowed_domains: 'elsewhere.example' } });

    await host.page.click(BUBBLE);
    await host.page.click('#buy');

    expect(await host.page.$(SHOWN)).toBe(null);
    expect(await host.page.getAttribute(BUBBLE, 'aria-busy')).toBe('true');
  });
});

describe('the script', () => {
  it('runs once, however often it is in the page', async () => {
    const inbox = await givenWebsiteInbox(hosts.test);
    const twice = `${inbox.web_widget_script}${inbox.web_widget_script}`;
    hosts.site.pages.set('/twice', { html: pageWith(twice, {}) });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();

    await page.goto(`${hosts.site.at()}/twice`);
    await ready(page);

    expect(await page.$$eval('#cw-bubble-holder', (found) => found.length)).toBe(1);
    await context.close();
  });
});
