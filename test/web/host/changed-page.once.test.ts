import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { theBrowser } from '../../support/web/browser.ts';
import { givenWebsiteInbox, Hosts, pageWith, ready } from '../pages/host-page.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterAll(hosts.stop);

const BUBBLES = '.woot-widget-bubble';

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
