import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Hosts, ready } from '../pages/host-page.ts';
import { givenTeam } from '../pages/team.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

describe('a visitor who comes back', () => {
  it('sees what the team wrote, without touching the bubble, and loads no frame where nothing is new', async () => {
    const team = await givenTeam(hosts.test);
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.begin('Hello');
    await chat.close();
    const pathsOfNext = async () => {
      host.asked.splice(0);
      await host.page.reload();
      await ready(host.page);
      await host.page.waitForLoadState('networkidle');
      return host.asked.map((path) => path.replace(/\?.*/, ''));
    };
    expect(await pathsOfNext()).toEqual(
      expect.not.arrayContaining(['/widget', expect.stringMatching(/^\/packs\/js\/talk/)]),
    );
    expect(host.asked.filter((path) => path.includes('unread'))).toHaveLength(1);
    expect(host.asked.join(' ')).not.toContain('cw_conversation');

    await (await team.conversation()).answer('Are you there?');
    await host.page.reload();

    await chat.preview.getByText('Are you there?').waitFor();
    await host.page.locator('.unread-notification').waitFor();
  });

  it('is not shown again what they have closed', async () => {
    const team = await givenTeam(hosts.test);
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.begin('Hello');
    await chat.close();
    const conversation = await team.conversation();
    await conversation.answer('Are you there?');
    await chat.preview.waitFor();

    const isSeen = host.page.waitForResponse(/update_last_seen/);
    await chat.preview.getByRole('button', { name: 'Close' }).click();
    await isSeen;
    await host.page.reload();
    await ready(host.page);
    await host.page.waitForLoadState('networkidle');

    expect(await host.page.locator('#chatwoot_live_chat_widget').count()).toBe(0);
    expect(await host.page.locator('.unread-notification').count()).toBe(0);
  });

  it('loads no frame where it is not told how much is new', async () => {
    const team = await givenTeam(hosts.test);
    const host = await hosts.open({ inbox: team.inbox, hasApp: true });
    const chat = new VisitorChat(host);
    await chat.begin('Hello');
    await chat.close();
    const headers = { 'access-control-allow-origin': '*' };
    await host.page.route(/\/widget\/unread/, (route) =>
      route.fulfill({ status: 429, headers, json: { error: 'Too many requests' } }),
    );
    host.asked.splice(0);

    await host.page.reload();
    await ready(host.page);
    await host.page.waitForLoadState('networkidle');

    const paths = host.asked.map((path) => path.replace(/\?.*/, ''));
    expect(paths).toContain('/widget/unread');
    expect(paths).not.toContain('/widget');
  });
});
