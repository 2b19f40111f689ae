import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type HostOptions, type HostPage, Hosts } from '../pages/host-page.ts';

const hosts = new Hosts();
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

async function openWithFrame(options?: HostOptions): Promise<HostPage> {
  const host = await hosts.open(options);
  await host.page.hover(BUBBLE);
  await host.frame();
  return host;
}

const BUBBLE = '.woot-widget-bubble:not(.woot--close)';
const SHOWN = '#cw-widget-holder:not(.woot--hide)';
/** The event with that name, as soon as the page has it. */
async function eventOf(host: HostPage, name: string): Promise<unknown> {
  await host.page.waitForFunction(
    (wanted) => (window as unknown as { events: [string, unknown][] }).events.some(([seen]) => seen === wanted),
    `chatwoot:${name}`,
  );
  return (await host.events()).find(([seen]) => seen === `chatwoot:${name}`)![1];
}
const cookies = (host: HostPage) => host.page.evaluate(() => document.cookie);

describe('what the app says', () => {
  it.each([
    ['on-message', { id: 1, content: '<b>Hello</b>' }],
    ['on-start-conversation', { hasConversation: false }],
  ])('is an event of the page: %s', async (name, data) => {
    const host = await openWithFrame();

    await host.say({ event: 'onEvent', eventIdentifier: `chatwoot:${name}`, data });

    expect(await eventOf(host, name)).toEqual(data);
  });

  it('is no event of another kind', async () => {
    const host = await openWithFrame();
    await host.page.evaluate(() => addEventListener('storage', () => (document.title = 'tricked')));

    await host.say({ event: 'onEvent', eventIdentifier: 'storage', data: {} });
    await host.say({ event: 'constructor' });
    await host.say({ event: 'postback', data: { payload: 'p1' } });

    expect(await eventOf(host, 'postback')).toEqual({ payload: 'p1' });
    expect(await host.page.title()).toBe('Shop');
  });

  it('is an error where a user was refused, who is then sent again', async () => {
    const host = await openWithFrame();
    await host.call('setUser', 1, { name: 'Ada' });
    await host.say({ event: 'userSet' });
    await host.page.waitForFunction(() => document.cookie.includes('cw_user_'));

    await host.say({ event: 'error', errorType: 'SET_USER_ERROR', data: { error: 'HMAC failed' } });

    expect(await eventOf(host, 'error')).toEqual({ error: 'HMAC failed' });
    expect(await cookies(host)).not.toContain('cw_user_');
  });

  it('opens, closes and pops out', async () => {
    const host = await openWithFrame();

    await host.say({ event: 'toggleBubble' });
    await host.page.waitForSelector(SHOWN);
    await host.say({ event: 'toggleBubble' });
    await host.page.waitForSelector(BUBBLE);
    await host.say({ event: 'toggleBubble' });
    await host.page.waitForSelector(SHOWN);
    await host.say({ event: 'closeChat' });
    await host.page.waitForSelector(BUBBLE);
    const [popup] = await Promise.all([host.context.waitForEvent('page'), host.say({ event: 'popoutChatWindow' })]);

    await popup.waitForURL(/\/widget\?website_token=/);
    expect((await host.events()).map(([name]) => name.replace('chatwoot:', ''))).toEqual([
      'ready',
      'opened',
      'closed',
      'opened',
      'closed',
    ]);
  });

  it('keeps the visitor and snoozed campaigns in cookies', async () => {
    const host = await openWithFrame();

    await host.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'a.b.c' } });
    await host.say({ event: 'setCampaignReadOn' });
    await host.page.waitForFunction(() => document.cookie.includes('cw_snooze_campaigns_till'));

    const found = await host.context.cookies();
    const seconds = Date.now() / 1000;
    const visitor = found.find(({ name }) => name === 'cw_conversation')!;
    const snoozed = found.find(({ name }) => name === 'cw_snooze_campaigns_till')!;
    expect(visitor).toMatchObject({ value: 'a.b.c', sameSite: 'Lax' });
    expect(visitor.expires - seconds).toBeGreaterThan(364 * 24 * 3600);
    expect(snoozed.expires - seconds).toBeLessThanOrEqual(3601);
    expect(Number(snoozed.value) / 1000 - seconds).toBeGreaterThan(3500);
  });

  it('marks the bubble, in what is seen and what is heard, until the chat is opened', async () => {
    const host = await openWithFrame();

    await host.say({ event: 'handleNotificationDot', unreadMessageCount: 2 });
    await host.page.waitForSelector('.woot-widget-bubble.unread-notification');
    expect(await host.page.getAttribute(BUBBLE, 'aria-label')).toBe('Open chat window (2)');
    await host.page.click(BUBBLE);
    await host.page.waitForSelector(SHOWN);

    expect(await host.page.$('.unread-notification')).toBe(null);
  });

  it('sounds once for several messages at the same time', async () => {
    const host = await openWithFrame();
    await host.page.evaluate(() => {
      const { start } = OscillatorNode.prototype;
      Object.assign(window, { tones: 0 });
      OscillatorNode.prototype.start = function count(...given) {
        (window as unknown as { tones: number }).tones += 1;
        start.apply(this, given);
      };
    });
    const tones = () => host.page.evaluate(() => (window as unknown as { tones: number }).tones);
    await host.page.click('#buy');

    for (let times = 0; times < 5; times += 1) await host.say({ event: 'playAudio' });
    await host.page.waitForFunction(() => (window as unknown as { tones: number }).tones > 0);
    await host.say({ event: 'postback', data: {} });
    await eventOf(host, 'postback');
    expect(await tones()).toBe(1);

    const next = async () => {
      await host.say({ event: 'playAudio' });
      return tones();
    };
    await eventually(next, (count) => count === 2);
  });

  it('shows unread messages above the bubble, as high as they are, and opens the chat from there', async () => {
    const host = await openWithFrame({ browser: { viewport: { width: 1280, height: 1000 } } });

    await host.say({ event: 'setUnreadMode' });
    await host.say({ event: 'updateIframeHeight', isFixedHeight: false, extraHeight: 180 });
    await host.page.waitForSelector('#cw-widget-holder.has-unread-view:not(.woot--hide)');
    await host.page.waitForFunction(() => document.querySelector('#cw-widget-holder')!.clientHeight === 180);
    expect(await host.page.isVisible(BUBBLE)).toBe(true);
    expect((await host.events()).map(([name]) => name)).toEqual(['chatwoot:ready']);

    await host.say({ event: 'resetUnreadMode' });
    await host.page.waitForSelector('#cw-widget-holder:not(.has-unread-view):not(.woot--hide)');
    expect(await host.page.$eval('#cw-widget-holder', (holder) => holder.clientHeight)).toBe(640);
    await eventOf(host, 'opened');
  });

  it('plays a sound, and labels the bubble', async () => {
    const host = await openWithFrame({ settings: { type: 'expanded_bubble' } });

    await host.say({ event: 'playAudio' });
    await host.say({ event: 'setBubbleLabel', label: 'Ask us' });

    await host.page.waitForSelector('text=Ask us');
    expect(host.problems).toEqual([]);
  });
});

describe('a setting', () => {
  it('names the bubble, makes it wide and puts it on the left', async () => {
    const settings = { type: 'expanded_bubble', launcherTitle: 'Chat with us', position: 'left', widgetStyle: 'flat' };
    const host = await openWithFrame({ settings });

    expect(await host.page.textContent('#woot-widget--expanded__text')).toBe('Chat with us');
    const box = (await host.page.locator(BUBBLE).boundingBox())!;
    expect([box.x, box.width > 100]).toEqual([20, true]);
    expect(await host.page.$eval(BUBBLE, (bubble) => getComputedStyle(bubble).borderRadius)).toBe('0px');
  });

  it('takes the language of the browser', async () => {
    const settings = { locale: 'fr', useBrowserLanguage: true };
    const host = await openWithFrame({ settings, browser: { locale: 'pt-BR' } });

    const [first] = await (await host.frame()).evaluate(() => (window as unknown as { told: object[] }).told);

    expect(first).toMatchObject({ locale: 'pt_BR' });
    expect(await host.page.getAttribute(BUBBLE, 'aria-label')).toBe('Abrir janela de chat');
  });

  it('puts the cookies on a domain', async () => {
    const host = await openWithFrame({ settings: { baseDomain: 'shop.localhost' } });

    await host.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'a.b.c' } });
    await host.page.waitForFunction(() => document.cookie.includes('cw_conversation'));

    expect((await host.context.cookies()).map(({ domain }) => domain)).toEqual(['.shop.localhost']);
  });

  it('that is wrong is the default', async () => {
    const settings = { position: 'top', darkMode: 1, showPopoutButton: 'yes', welcomeTitle: { evil: true } };
    const host = await openWithFrame({ settings });

    const [first] = await (await host.frame()).evaluate(() => (window as unknown as { told: object[] }).told);

    expect(first).toMatchObject({ position: 'right', darkMode: 'light', showPopoutButton: false, welcomeTitle: '' });
  });
});
