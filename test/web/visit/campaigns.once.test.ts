import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { loseAnswer } from '../pages/lose-answer.ts';
import { VisitorChat } from '../pages/visitor-chat.ts';
import { type HostOptions, Hosts } from '../pages/host-page.ts';
import { givenTeam, type Team } from '../pages/team.ts';

let receiver: Receiver;
const hosts = new Hosts();
beforeAll(async () => {
  receiver = await givenReceiver();
  await hosts.start({ 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterEach(hosts.close);
afterAll(async () => {
  await hosts.stop();
  await receiver.stop();
});

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** A website with a campaign for its sale, five seconds after somebody came there. */
async function givenSale(campaign: object = {}, settings: object = {}, channel: object = {}): Promise<Team> {
  const team = await givenTeam(hosts.test, { settings, channel });
  const { status, text } = await team.account.call('POST', '/campaigns', {
    title: 'Sale',
    message: 'May I **help** you?',
    inbox_id: team.inbox.id,
    sender_id: team.account.administrator.id,
    trigger_rules: { url: `${hosts.site.at()}/sale/*`, time_on_page: 5 },
    ...campaign,
  });
  if (status >= 300) throw new Error(text);
  return team;
}

/** A visitor on a page, where time passes only as `passes` says. */
async function visit({ inbox }: Team, path = '/sale/shirts', { prepare, ...more }: HostOptions = {}) {
  const host = await hosts.open({
    inbox,
    hasApp: true,
    path,
    async prepare(page) {
      await page.clock.install();
      await prepare?.(page);
    },
    ...more,
  });
  const hasFrame = () => host.page.locator('#chatwoot_live_chat_widget').count();
  const passes = (ms: number) => host.page.clock.fastForward(ms);
  const chat = new VisitorChat(host);
  const untilShown = () => passesUntil(passes, () => chat.preview.getByText('May I help you?').isVisible());
  return { host, chat, hasFrame, passes, untilShown };
}

/** Has time pass until it is so: a page begins to count the time when all of its script is there, which is after it is ready. */
const passesUntil = (passes: (ms: number) => Promise<void>, isSo: () => Promise<boolean | number>) =>
  eventually(async () => {
    await passes(6 * SECOND_MS);
    return isSo();
  }, Boolean);

describe('a campaign', () => {
  it('is shown on the pages that it is for, after its time, and begins a conversation when it is answered', async () => {
    const team = await givenSale();
    const { chat, hasFrame, passes } = await visit(team);
    await passes(4 * SECOND_MS);
    expect(await hasFrame()).toBe(0);

    await passes(2 * SECOND_MS);
    await chat.preview.getByText('May I help you?').waitFor();
    expect(await chat.preview.locator('.sender').textContent()).toContain('Ada Admin');
    expect(await team.conversations()).toEqual([]);
    await chat.preview.getByText('May I help you?').click();
    await chat.isOpen();
    await chat.write('Yes, please');
    await chat.sent('Yes, please');

    expect(await chat.texts(2)).toEqual(['May I help you?', 'Yes, please']);
    const messages = await (await team.conversation()).messages();
    expect(messages.map(({ message_type: type, content }) => [type, content])).toEqual([
      [1, 'May I **help** you?'],
      [0, 'Yes, please'],
    ]);
  });

  it('is not shown on other pages, and counts anew where the address changes without a new page', async () => {
    const { host, chat, passes, hasFrame } = await visit(await givenSale(), '/start');
    await passes(HOUR_MS / 2);
    expect(await hasFrame()).toBe(0);
    await host.page.evaluate(() => history.pushState(null, '', '/sale/shoes'));
    await passes(4 * SECOND_MS);
    expect(await hasFrame()).toBe(0);

    await passes(2 * SECOND_MS);

    await chat.preview.waitFor();
  });

  it('is shown too where the browser knows nothing of patterns', async () => {
    const { chat, untilShown } = await visit(await givenSale(), '/sale/shirts', {
      prepare: (page) => page.addInitScript('delete window.URLPattern'),
    });

    await untilShown();

    expect(await chat.preview.isVisible()).toBe(true);
  });

  it('does not come back within an hour after it was closed', async () => {
    const { host, chat, passes, hasFrame, untilShown } = await visit(await givenSale());
    await untilShown();
    await chat.preview.getByRole('button', { name: 'Close' }).click();
    await chat.preview.waitFor({ state: 'detached' });
    await host.page.waitForFunction(() => document.cookie.includes('cw_snooze_campaigns_till'));

    await host.page.reload();
    await host.page.waitForSelector('.woot-widget-bubble');
    await passes(HOUR_MS / 2);

    expect(await hasFrame()).toBe(0);
  });

  it('is not shown to those who have a conversation', async () => {
    const team = await givenSale();
    const { host, chat, untilShown } = await visit(team);
    await untilShown();
    await chat.preview.getByText('May I help you?').click();
    await chat.texts(1);
    await chat.isOpen();
    // An unread message would be shown on the next page as a campaign is.
    await eventually((await team.conversation()).read, ({ contact_last_seen_at: at }) => at > 0);
    await chat.close();

    const next = await visit(team, '/sale/hats', { context: host.context });
    await next.passes(6 * SECOND_MS);
    await next.chat.open();
    await next.chat.button('Continue the conversation').waitFor();

    expect((await next.host.events()).map(([name]) => name)).not.toContain('chatwoot:error');
    expect(await next.chat.preview.count()).toBe(0);
    expect(await team.conversations()).toHaveLength(1);
  });

  it('asks for what the form before the first message asks for, but for the message', async () => {
    const order = { name: 'order', type: 'text', label: 'Order', field_type: 'conversation_attribute', enabled: true };
    const email = { name: 'emailAddress', type: 'email', label: 'E-mail', field_type: 'standard', enabled: true };
    const pre_chat_form_options = { pre_chat_fields: [email, order] };
    const team = await givenSale({}, {}, { pre_chat_form_enabled: true, pre_chat_form_options });
    const { chat, untilShown } = await visit(team);
    await untilShown();
    await chat.preview.getByText('May I help you?').click();
    await chat.isOpen();

    const address = `sale-${team.inbox.id}@example.com`;
    await chat.app.getByLabel('E-mail').fill(address);
    await chat.app.getByLabel('Order').fill('A-1042');
    expect(await chat.app.getByLabel('Message').count()).toBe(0);
    await chat.start();

    expect(await chat.texts(1)).toEqual(['May I help you?']);
    const begun = await (await team.conversation()).read();
    expect(begun.custom_attributes).toEqual({ order: 'A-1042' });
    expect(begun.meta.sender.email).toBe(address);
  });

  it('is asked for once, and follows the last of the pages that came meanwhile', async () => {
    const team = await givenSale();
    const { host, chat, passes } = await visit(team, '/shirts');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await host.page.route(/widget\/config/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await chat.open();
    await chat.button('Start a conversation').waitFor();
    await chat.close();

    await host.page.evaluate(() => {
      history.pushState(null, '', '/sale/shirts');
      history.pushState(null, '', '/sale/hats');
    });
    release();
    await host.page.waitForResponse(/widget\/campaigns/);
    await host.page.waitForLoadState('networkidle');
    await passes(6 * SECOND_MS);

    await chat.preview.getByText('May I help you?').waitFor();
    expect(host.asked.filter((path) => path.startsWith('/api/v1/widget/campaigns'))).toHaveLength(1);
  });

  it('begins one conversation when it is answered again after the answer of the server was lost', async () => {
    const team = await givenSale();
    const { host, chat, untilShown } = await visit(team);
    // A browser that is told to hold requests while a frame loads may hold those of the frame for ever.
    await untilShown();
    await loseAnswer(host.page, /widget\/events\?/);
    const isLost = host.page.waitForEvent('requestfailed');
    await chat.preview.getByText('May I help you?').click();
    await isLost;

    await chat.preview.getByText('May I help you?').click();
    await chat.isOpen();

    expect(await chat.texts(1)).toEqual(['May I help you?']);
    expect(await team.conversations()).toHaveLength(1);
  });

  it.each([
    [true, true],
    [false, false],
  ])('that is only for business hours is shown then alone: open %s', async (isOpen, isShown) => {
    const working_hours = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      day_of_week,
      closed_all_day: !isOpen,
      open_all_day: isOpen,
    }));
    const team = await givenSale(
      { trigger_only_during_business_hours: true },
      { working_hours_enabled: true, working_hours },
    );
    const { host, chat, passes, hasFrame } = await visit(team);
    const campaigns = host.page.waitForResponse(/widget\/campaigns/);

    await passesUntil(passes, hasFrame);
    await campaigns;

    if (isShown) await chat.preview.waitFor();
    else await chat.app.locator('main.home').waitFor({ state: 'attached' });
    await passes(SECOND_MS);
    expect(await chat.preview.count()).toBe(isShown ? 1 : 0);
  });
});

describe('a bot', () => {
  it('hears that a visitor who is known opens the chat', async () => {
    const team = await givenTeam(hosts.test);
    const { body: bot } = await team.account.call('POST', '/agent_bots', { name: 'Bo', outgoing_url: receiver.url });
    await team.account.call('POST', `/inboxes/${team.inbox.id}/set_agent_bot`, { agent_bot: bot.id });
    const { host, chat } = await visit(team, '/cart');
    await chat.begin('Hello');
    await chat.close();

    await chat.open();

    const { id } = await team.conversation();
    const opened = await openings(team, 2);
    expect(opened.map(({ event_info: info }) => info.referer)).toEqual([host.page.url(), host.page.url()]);
    expect(opened.map(({ current_conversation: current }) => current?.id ?? null).toSorted()).toEqual([id, null]);
  });

  it('hears that somebody opens the chat who has not written yet, and greets them', async () => {
    const team = await givenTeam(hosts.test);
    const { body: bot } = await team.account.call('POST', '/agent_bots', { name: 'Bo', outgoing_url: receiver.url });
    await team.account.call('POST', `/inboxes/${team.inbox.id}/set_agent_bot`, { agent_bot: bot.id });
    const { chat } = await visit(team, '/cart');

    await chat.open();

    const [opened] = await openings(team, 1);
    expect(opened.current_conversation).toBeNull();
    const conversation = { inbox_id: team.inbox.id, contact_id: opened.contact.id, message: { content: 'Hello you' } };
    expect((await team.account.call('POST', '/conversations', conversation)).status).toBe(201);
    await chat.button('Continue the conversation').click();
    await chat.sees('Hello you');
  });

  /** The payloads of the events of a chat that was opened, once there are so many. */
  async function openings({ account }: { account: { id: number } }, count: number) {
    const of = (all: { body: { event: string; account?: { id: number } } }[]) =>
      all.filter(({ body }) => body.event === 'webwidget_triggered' && body.account?.id === account.id);
    const received = await receiver.until((all) => of(all).length >= count, 'webwidget_triggered');
    // oxlint-disable-next-line typescript/no-explicit-any
    return of(received).map(({ body }) => body as any);
  }
});
