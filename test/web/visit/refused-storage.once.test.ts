import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { Hosts } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { without, withoutCookies } from '../pages/other-browsers.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

const MESSAGES = /\/api\/v1\/widget\/messages/;

describe('where the browser refuses all cookies', () => {
  it('the window of its own has the conversation of the page', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, {
      settings: { showPopoutButton: true },
      prepare: withoutCookies,
    });
    await chat.begin('Hello');

    const [popup] = await Promise.all([
      host.context.waitForEvent('page'),
      chat.button('Open in a window of its own').click(),
    ]);

    await popup.getByRole('button', { name: 'Continue the conversation' }).click();
    await popup.locator('.row .bubble', { hasText: 'Hello' }).waitFor();
    expect(await host.page.evaluate(() => document.cookie)).toBe('');
    expect(await host.context.cookies()).toEqual([]);
  });
});

describe('where the browser refuses frames of other sites their storage', () => {
  it('what is typed and not sent is still there after a reload, and goes with the visitor', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, { prepare: without('storageInFrames') });
    await chat.begin('Hello');
    await chat.composer.fill('So');
    await eventually(
      () => host.page.evaluate(() => JSON.stringify({ ...sessionStorage })),
      (stored) => stored.includes('So'),
    );

    await host.page.reload();
    await chat.composer.waitFor();
    expect(await chat.composer.inputValue()).toBe('So');

    await host.call('reset');
    await chat.open();
    await chat.start();
    expect(await chat.composer.inputValue()).toBe('');
    expect(await host.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it('what a visitor typed is not there for another one', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, { prepare: without('storageInFrames') });
    await chat.begin('Hello');
    await chat.composer.fill('So');
    const stored = await eventually(
      () => host.page.evaluate(() => ({ ...sessionStorage })),
      (found) => JSON.stringify(found).includes('So'),
    );
    const other = await openVisitor(hosts, team, { prepare: without('storageInFrames') });
    await other.chat.begin('Good morning');

    await other.host.page.evaluate((entries) => Object.assign(sessionStorage, entries), stored);
    await other.host.page.reload();
    await other.chat.start('Continue the conversation');

    expect(await other.chat.composer.inputValue()).toBe('');
  });

  it('a message that was not sent is, after a reload', async () => {
    const team = await givenTeam(hosts.test);
    const { host, chat } = await openVisitor(hosts, team, { prepare: without('storageInFrames') });
    await chat.begin('Hello');
    await host.context.route(MESSAGES, (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await chat.write('Are you there?');
    await chat.app.locator('.row.is-waiting').waitFor();

    await host.page.reload();
    await chat.app.locator('.row.is-waiting', { hasText: 'Are you there?' }).waitFor();
    await host.context.unroute(MESSAGES);

    await chat.sent('Are you there?');
    const sent = await (await team.conversation()).messages();
    expect(sent.map(({ content }) => content)).toEqual(['Hello', 'Are you there?']);
  });
});
