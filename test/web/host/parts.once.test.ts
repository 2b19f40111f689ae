import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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

const PART = /\/packs\/js\/([\w-]+)-\w{8}\.js/;

/** The first time that each of the parts is asked for, it does not come. Returns the names of those. */
async function refuseOnce(page: Page, parts: RegExp): Promise<string[]> {
  const refused: string[] = [];
  await page.route(PART, (route) => {
    const [, name = ''] = PART.exec(route.request().url()) ?? [];
    if (!parts.test(name) || refused.includes(name)) return route.continue();
    refused.push(name);
    return route.abort();
  });
  return refused;
}

describe('a part that could not be loaded', () => {
  it('of the script is loaded with the next click', async () => {
    let refused: string[] = [];
    const host = await hosts.open({ prepare: async (page) => (refused = await refuseOnce(page, /talk/)) });
    // A pointer would ask for it twice.
    await host.call('toggle', 'open');
    await host.page.waitForSelector(FRAME, { state: 'detached' });

    await host.page.click(BUBBLE);

    await host.page.waitForSelector(SHOWN);
    expect(refused).toEqual(['talk']);
    expect((await host.told()).map(({ event }) => event)).toContain('toggle-open');
  });

  it('of the script that waits for nobody is asked for again by itself', async () => {
    let refused: string[] = [];
    const host = await hosts.open({ prepare: async (page) => (refused = await refuseOnce(page, /more/)) });

    await host.call('setUser', 17, { name: 'Ada' });

    expect(await host.told()).toEqual([{ event: 'set-user', identifier: 17, user: { name: 'Ada' } }]);
    expect(refused).toEqual(['more']);
  });

  it('of the app is asked for again by itself', async () => {
    const team = await givenTeam(hosts.test);
    let refused: string[] = [];
    const host = await hosts.open({
      inbox: team.inbox,
      hasApp: true,
      settings: { locale: 'de' },
      prepare: async (page) => (refused = await refuseOnce(page, /^(?:de|live|parts|draw-markdown)$/)),
    });
    const chat = new VisitorChat(host);
    await chat.open();
    await chat.start('Unterhaltung beginnen');
    await chat.app.getByRole('textbox').fill('Hallo');
    await chat.app.getByRole('textbox').press('Enter');
    await chat.sent('Hallo');

    await (await team.conversation()).answer('**Guten** Morgen');
    await chat.app.locator('.row strong', { hasText: 'Guten' }).waitFor();
    await chat.app.locator('summary[aria-label]').click();

    expect(refused.toSorted()).toEqual(['de', 'draw-markdown', 'live', 'parts']);
  });
});

describe('an error in what the page does with a message', () => {
  it('is told by the browser, and the chat goes on', async () => {
    const host = await hosts.open();
    await host.page.click(BUBBLE);
    await host.page.waitForSelector(SHOWN);

    await host.say({ event: 'setAuthCookie' });
    await host.say({ event: 'postback', data: { payload: 'p1' } });

    await host.page.waitForFunction(() =>
      (window as unknown as { events: [string][] }).events.some(([name]) => name === 'chatwoot:postback'),
    );
    expect(await host.page.isVisible(SHOWN)).toBe(true);
    expect(host.problems).toEqual([expect.stringContaining('widgetAuthToken')]);
  });
});
