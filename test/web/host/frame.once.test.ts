import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { Hosts, ready } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { givenWebsite, type Website } from '../../support/web/website.ts';

let test: TestApp;
let site: Website;
beforeAll(async () => {
  test = await givenApp();
  site = await givenWebsite();
});
afterAll(() => Promise.all([test.stop(), site.stop()]));

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

describe('the page of the widget', () => {
  it('shows the app, to which its own policy allows everything that it does', async () => {
    const inbox = await givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'https://a.example' });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));

    await page.goto(`${test.url}/widget?website_token=${inbox.website_token}`);

    expect(await page.textContent('body')).toContain('Support');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is in frames of the websites that the inbox names, and of no others', async () => {
    const channel = { type: 'web_widget', website_url: 'https://a.example', allowed_domains: 'shop.localhost:*' };
    const inbox = await givenInbox(await givenAccount(test), channel);
    const frame = `<iframe src="${test.url}/widget?website_token=${inbox.website_token}"></iframe>`;
    site.pages.set('/', { html: frame });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();

    const shown = await Promise.all(
      ['shop', 'evil'].map(async (host) => {
        const page = await context.newPage();
        await page.goto(site.at(host));
        const inside = await (await page.waitForSelector('iframe')).contentFrame();
        return inside?.evaluate(() => document.body?.textContent ?? '').catch(() => '');
      }),
    );

    expect(shown[0]).toContain('Support');
    expect(shown[1]).not.toContain('Support');
    await page.close();
    await context.close();
  });
});

describe('GET /widget_tests', () => {
  it('is a page with the bubble, which opens the chat', async () => {
    const inbox = await givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'https://a.example' });
    const context = await (await theBrowser()).newContext();
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

    await page.goto(`${test.url}/widget_tests?website_token=${inbox.website_token}`);
    await ready(page);
    await page.click('.woot-widget-bubble');
    await page.waitForSelector('#cw-widget-holder:not(.woot--hide)');

    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await context.close();
  });

  it('shows on return what the team has written meanwhile, with no complaint of the browser', async () => {
    const team = await givenTeam(hosts.test);
    const address = `${hosts.test.url}/widget_tests?website_token=${team.inbox.website_token}`;
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    await host.page.goto(address);
    const chat = new VisitorChat(host);
    await chat.begin('Where is my order?');
    await chat.close();
    await host.page.goto('about:blank');
    await (await team.conversation()).answer('On its way!');

    await host.page.goto(address);

    await chat.preview.getByText('On its way!').waitFor();
    expect(host.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  it('is none without such an inbox', async () => {
    expect((await test.request('GET', '/widget_tests?website_token=unknown')).status).toBe(404);
  });
});
