import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenPortal } from '../../resources/portals/given-portal.ts';
import { givenAgent, givenAgentOnline } from '../../support/factories.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { type HostOptions, Hosts } from '../pages/host-page.ts';
import { givenTeam, type Team } from '../pages/team.ts';

const hosts = new Hosts();
beforeAll(() => hosts.start());
afterEach(hosts.close);
afterAll(hosts.stop);

async function openHome({ inbox }: Team, options: HostOptions = {}): Promise<VisitorChat> {
  const chat = new VisitorChat(await hosts.open({ inbox, hasApp: true, ...options }));
  await chat.open();
  await chat.app.locator('main.home').waitFor();
  return chat;
}
/** How often the widget asks who is there. */
const MINUTE_MS = 60_000;
const said = (chat: VisitorChat, text: string) => chat.app.locator('.team').getByText(text, { exact: true }).waitFor();

describe('the first page', () => {
  it('greets, and says how soon the team answers', async () => {
    const welcome = { welcome_title: 'Hello from the shop', welcome_tagline: 'Ask us anything' };
    const team = await givenTeam(hosts.test, { channel: { ...welcome, reply_time: 'in_a_day' } });

    const chat = await openHome(team);

    await chat.app.getByRole('heading', { name: 'Hello from the shop' }).waitFor();
    await chat.app.getByText('Ask us anything').waitFor();
    await said(chat, 'We usually reply within a day');
    expect(await chat.app.getByText('We are online').count()).toBe(0);
  });

  it('leads to the help centre of its inbox', async () => {
    const team = await givenTeam(hosts.test);
    const portal = await givenPortal(team.account, { name: 'Help for shoppers' });
    await team.set({ portal_id: portal.id });

    const chat = await openHome(team);

    const link = chat.app.getByRole('link', { name: 'Help for shoppers' });
    expect(await link.getAttribute('href')).toBe(`${hosts.test.app.installation.publicUrl}/hc/${portal.slug}`);
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  it('shows who is online, and neither who is busy nor who is offline', async () => {
    const team = await givenTeam(hosts.test);
    const [, busy] = [
      await givenAgentOnline(hosts.test, team.account, 'Ann Online'),
      await givenAgentOnline(hosts.test, team.account, 'Bob Busy'),
      await givenAgent(hosts.test, team.account, 'Cid Offline'),
    ];
    const away = { account_id: team.account.id, availability: 'busy' };
    await hosts.test.request('POST', '/api/v1/profile/availability', { token: busy.token, body: { profile: away } });

    const chat = await openHome(team);

    await said(chat, 'We are online');
    const shown = chat.app.locator('.team').getByRole('img');
    expect(await shown.count()).toBeLessThanOrEqual(1);
    expect(await chat.app.locator('.team > :not(p)').count()).toBe(1);
  });

  it('follows who comes and goes, once the visitor has written', async () => {
    const team = await givenTeam(hosts.test);
    const agent = await givenAgent(hosts.test, team.account, 'Ann Agent');
    const chat = await openHome(team, { prepare: (page) => page.clock.install() });
    await chat.start();
    await chat.write('Hello');
    await chat.sent('Hello');
    await (await team.conversation()).answer('The connection is there');
    await chat.texts(2);

    await hosts.test.request('POST', `${team.account.path}/update_active_at`, { token: agent.token });
    await chat.host.page.clock.fastForward(MINUTE_MS);
    await chat.app.locator('.availability.is-online').waitFor();
    const away = { account_id: team.account.id, availability: 'offline' };
    await hosts.test.request('POST', '/api/v1/profile/availability', { token: agent.token, body: { profile: away } });
    await chat.host.page.clock.fastForward(MINUTE_MS);

    await chat.app.locator('.availability:not(.is-online)').waitFor();
  });
});

describe('business hours', () => {
  // Berlin is an hour ahead of UTC in November; the 23rd is a Monday.
  const hours = {
    working_hours_enabled: true,
    timezone: 'Europe/Berlin',
    out_of_office_message: 'We are out, and answer in the morning',
    working_hours: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      day_of_week,
      closed_all_day: day_of_week === 0 || day_of_week === 6,
      open_all_day: false,
      open_hour: 9,
      open_minutes: 0,
      close_hour: 17,
      close_minutes: 30,
    })),
  };
  const at = (time: string, timezoneId: string): HostOptions => ({
    browser: { timezoneId },
    prepare: (page) => page.clock.setFixedTime(new Date(time)),
  });

  it.each([
    ['in a few hours', '2026-11-23T05:00:00Z', 'We are back in 3 hours'],
    ['in some minutes', '2026-11-23T07:45:00Z', 'We are back in 15 minutes'],
    ['on another day, by the clock of a visitor in New York', '2026-11-20T20:00:00Z', 'We are back Monday 3:00 AM'],
  ])('say when the team is back: %s', async (_, time, text) => {
    const team = await givenTeam(hosts.test, { settings: hours });

    const chat = await openHome(team, at(time, 'America/New_York'));

    await said(chat, text);
  });

  it('say nothing while the inbox is open, whatever the clock of the visitor shows', async () => {
    const team = await givenTeam(hosts.test, { settings: hours });

    const chat = await openHome(team, at('2026-11-23T10:00:00Z', 'Asia/Tokyo'));

    await said(chat, 'We usually reply within minutes');
  });
});

describe('out of office', () => {
  it('is answered with the text of the inbox', async () => {
    const closed = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, closed_all_day: true }));
    const settings = { working_hours_enabled: true, working_hours: closed, out_of_office_message: 'Until **Monday**' };
    const team = await givenTeam(hosts.test, { settings });
    const chat = await openHome(team);
    await said(chat, 'We are away at the moment');
    await chat.start();

    await chat.write('Hello?');

    expect(await chat.texts(2)).toEqual(['Hello?', 'Until Monday']);
  });
});
