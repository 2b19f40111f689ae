import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { type Website, givenWebsite } from '../../support/public/website.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { serveOtherVersion } from '../../support/web/other-version.ts';
import * as sites from '../../support/web/website.ts';
import { pageWith, ready } from '../pages/host-page.ts';

const BUBBLE = '#cw-bubble-holder .woot-widget-bubble:not(.woot--close)';

let place: Place;
let test: TestApp;
let account: TestAccount;
let site: sites.Website;
let other: { stop(): Promise<void> } | undefined;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({}, { place });
  account = await givenAccount(test);
  site = await sites.givenWebsite();
});
afterAll(async () => {
  await other?.stop();
  await site.stop();
  await place.remove();
});

/** A page of the website with the widget in it, and the scripts that it asks for. */
async function openPage({ id, token }: Website) {
  const { body } = await account.call('GET', `/inboxes/${id}`);
  site.pages.set(`/${token}`, { html: pageWith(body.web_widget_script, {}) });
  const context = await (await theBrowser()).newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(test.url, '')));
  await page.goto(`${site.at()}/${token}`);
  await ready(page);
  return { context, page, asked, widget: page.frameLocator('iframe') };
}

const call = (page: Page, method: string, ...given: unknown[]) =>
  page.evaluate(([name, given]) => Reflect.get(window, '$chatwoot')[name](...given), [method, given] as const);

/** Sets a label as soon as the page has heard that the app in the frame begins anew, and before it is there again. */
const labelWhenAway = (page: Page, label: string) =>
  page.evaluate((label) => {
    window.addEventListener('message', ({ data }) => {
      if (String(data).includes('"renew"')) Reflect.get(window, '$chatwoot').setLabel(label);
    });
  }, label);

/** Longer than a part that cannot be loaded is waited for, which has the app look for another version again. */
const SLOW_MS = 2500;

/** Has the app's page take long to load. */
const slowDown = (page: Page) =>
  page.route(/\/widget\?/, async (route) => {
    await setTimeout(SLOW_MS);
    await route.continue();
  });

/** The names of the files that a part of the script had, in the order in which they were asked for first. */
function partsIn(asked: string[], name: string): string[] {
  const paths = asked.map((path) => path.split('?')[0]!);
  return [...new Set(paths.filter((path) => path.startsWith(`/packs/js/${name}-`)))].map((path) => path.slice(-11, -3));
}

async function conversationsOf({ id }: Website) {
  const { body } = await account.call('GET', `/conversations?inbox_id=${id}&status=all`);
  return body.data.payload;
}

describe('a page that is open while the server is replaced by another version', () => {
  it('goes on in both its parts, and loses nothing of what was typed and said', async () => {
    const [first, second] = [await givenWebsite(test, account), await givenWebsite(test, account)];
    await account.call('POST', '/labels', { title: 'vip' });
    const begun = await openPage(first);
    await begun.page.click(BUBBLE);
    await begun.widget.getByRole('button', { name: 'Start a conversation' }).click();
    const field = begun.widget.getByRole('textbox', { name: 'Write a message' });
    await field.fill('Half a thought');
    const untouched = await openPage(second);

    await labelWhenAway(begun.page, 'vip');
    await slowDown(begun.page);
    await test.stop();
    other = await serveOtherVersion(place, new URL(test.url).port);

    // What does this was not loaded before, and is there no more.
    await call(begun.page, 'setConversationCustomAttributes', { plan: 'gold' });
    await eventually(
      () => partsIn(begun.asked, 'chunk').length,
      (count) => count === 2,
    );
    expect(await eventually(() => field.inputValue(), Boolean)).toBe('Half a thought');
    await field.press('Enter');
    const [conversation] = await eventually(
      () => conversationsOf(first),
      ([found]) => found?.custom_attributes.plan === 'gold' && found.labels.length > 0,
    );
    expect(conversation.labels).toEqual(['vip']);
    const { body } = await account.call('GET', `/conversations/${conversation.id}/messages`);
    const contents: string[] = body.payload.map(({ content }: { content: string }) => content);
    expect(contents.filter((content) => content === 'Half a thought')).toHaveLength(1);
    expect(begun.asked.filter((path) => path.startsWith('/widget?'))).toHaveLength(2);
    expect(partsIn(begun.asked, 'extras')).toHaveLength(2);

    // Its script knows nothing of the other version.
    await untouched.page.click(BUBBLE);
    await untouched.widget.getByRole('button', { name: 'Start a conversation' }).click();
    await call(untouched.page, 'setUser', 'u1', { name: 'Ulla' });
    await untouched.widget.getByRole('textbox', { name: 'Write a message' }).fill('Hello');
    await untouched.widget.getByRole('button', { name: 'Send', exact: true }).click();
    await eventually(
      () => conversationsOf(second),
      (found) => found.length > 0,
    );
    expect(partsIn(untouched.asked, 'talk')).toEqual(partsIn(begun.asked, 'talk'));

    await Promise.all([begun.context.close(), untouched.context.close()]);
  });
});
