import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Hosts } from '../pages/host-page.ts';
import { openVisitor } from '../pages/open-visitor.ts';
import { withoutCookies } from '../pages/other-browsers.ts';
import { givenTeam } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

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
