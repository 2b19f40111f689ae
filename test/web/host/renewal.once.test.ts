import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const FRAME = '#chatwoot_live_chat_widget';
const SHOWN = '#cw-widget-holder:not(.woot--hide)';
const LONGEST_LOAD_MS = 20_000;
const EXTRAS = /\/packs\/js\/extras-/;

/** Answers as a server that has another version of the app: what this one has not loaded yet, `missing`, is there no more. */
async function replaceVersion(page: Page, missing: RegExp): Promise<void> {
  await page.route(missing, (route) => route.fulfill({ status: 404 }));
  await page.route(/\/packs\/js\/(?:chunk|widget)-/, (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  );
}

/** Holds what is asked of this address until what it gives is called; `asked` = that it was. */
async function hold(page: Page, url: RegExp): Promise<{ asked: Promise<void>; release: () => void }> {
  let ask = () => {};
  let release = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    ask();
    await released;
    await route.continue();
  });
  return { asked, release };
}

describe('an app that begins anew', () => {
  it('and is not there again after a while is taken away, and comes back with the next click', async () => {
    const host = await hosts.open({ prepare: (page) => page.clock.install() });
    // A pointer at the bubble would have the frame come back.
    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);

    await host.say({ event: 'renew' });
    // What the frame says next shows that the page has heard it.
    await host.say({ event: 'postback', data: {} });
    await eventually(host.events, (events) => events.some(([name]) => name === 'chatwoot:postback'));
    await host.page.clock.fastForward(LONGEST_LOAD_MS);
    await host.page.waitForSelector(FRAME, { state: 'detached' });
    await host.call('setLabel', 'vip');
    await host.page.click(BUBBLE);

    await host.page.waitForSelector(SHOWN);
    expect((await host.told()).map(({ event }) => event)).toContain('set-label');
    const told = (await host.events()).map(([name]) => name.replace('chatwoot:', ''));
    expect(told).toEqual(['ready', 'opened', 'postback', 'closed', 'opened']);
  });

  it('finds all that was typed and said, whatever the visitor does until then', async () => {
    const team = await givenTeam(hosts.test);
    await team.account.call('POST', '/labels', { title: 'vip' });
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.open();
    await chat.start();
    await chat.composer.fill('Half a thought');
    await replaceVersion(host.page, EXTRAS);
    const page = await hold(host.page, /\/widget\?/);

    await host.call('setLabel', 'vip');
    await page.asked;
    await chat.button('Back').click();
    await host.page.unroute(EXTRAS);
    page.release();

    await chat.composer.waitFor();
    expect(await chat.composer.inputValue()).toBe('Half a thought');
    await chat.composer.press('Enter');
    const conversation = await team.conversation();
    expect((await eventually(conversation.read, ({ labels }) => labels.length > 0)).labels).toEqual(['vip']);
  });

  it('is told the last of what the page has said of each thing', async () => {
    const team = await givenTeam(hosts.test);
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    await new VisitorChat(host).open();
    for (let count = 1; count <= 20; count += 1) await host.call('setCustomAttributes', { count });
    await host.call('setCustomAttributes', { plan: 'gold' });
    await host.call('setLabel', 'vip');
    await host.call('setLabel', 'new');
    await host.call('removeLabel', 'vip');
    await host.call('setLabel', 'vip');
    await host.call('setUser', 'first', { name: 'First' });
    await host.call('setUser', 'second', { name: 'Second' });
    await replaceVersion(host.page, /\/packs\/js\/de-/);
    const page = await hold(host.page, /\/widget\?/);

    await host.call('setLocale', 'de');
    await page.asked;
    const { kept } = await (await host.app()).evaluate(() => history.state as { kept: { told: object[] } });
    page.release();

    expect(kept.told).toEqual([
      { event: 'set-custom-attributes', customAttributes: { count: 20 } },
      { event: 'set-custom-attributes', customAttributes: { plan: 'gold' } },
      { event: 'set-label', label: 'new' },
      { event: 'remove-label', label: 'vip' },
      { event: 'set-label', label: 'vip' },
      { event: 'set-user', identifier: 'second', user: { name: 'Second' } },
      { event: 'set-locale', locale: 'de' },
    ]);
  });
});
