import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type HostPage, Hosts, WITH_MOTION } from '../pages/host-page.ts';

const hosts = new Hosts(WITH_MOTION);
const { open } = hosts;
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const BUBBLE = '#cw-bubble-holder .woot-widget-bubble:not(.woot--close)';
const FRAME = '#chatwoot_live_chat_widget';
const classesOf = (host: HostPage, selector: string) => host.page.$eval(selector, (element) => [...element.classList]);

describe('a page with the widget', () => {
  it('makes two requests before somebody wants it, and keeps nothing', async () => {
    const host = await open();
    await host.page.waitForLoadState('networkidle');

    expect(host.asked.map((path) => path.replace(/\?.*/, ''))).toEqual(['/packs/js/sdk.js', '/widget/bubble.js']);
    expect(await host.context.cookies()).toEqual([]);
    expect(await host.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(await host.page.$(FRAME)).toBe(null);
    expect(host.problems).toEqual([]);
  });

  it('has the names by which sites style it', async () => {
    const host = await open();

    expect(await classesOf(host, '#cw-widget-holder')).toEqual(
      expect.arrayContaining(['woot-widget-holder', 'woot--hide', 'woot-elements--right']),
    );
    expect(await classesOf(host, '#cw-bubble-holder')).toContain('woot--bubble-holder');
    expect(await classesOf(host, BUBBLE)).toEqual(expect.arrayContaining(['woot-elements--right']));
    expect(await classesOf(host, '.woot--close')).toEqual(expect.arrayContaining(['woot-widget-bubble', 'woot--hide']));
    const permanent = await host.page.$$eval('[data-turbo-permanent]', (found) => found.map(({ id }) => id));
    expect(permanent.toSorted()).toEqual(['cw-bubble-holder', 'cw-widget-holder']);
  });

  it.each([
    [{}, '', 104],
    [{ widgetStyle: 'flat' }, '', 84],
    [{}, '<style>.woot-widget-holder.woot-elements--right { bottom: 150px }</style>', 150],
  ])('has the chat as far above the edge as its style and the site say: %j %s', async (settings, head, distance) => {
    const host = await open({ settings, head, browser: { viewport: { width: 1280, height: 1000 } } });
    await host.page.click(BUBBLE);
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');

    const { y, height } = (await host.page.locator('#cw-widget-holder').boundingBox())!;
    expect(1000 - y - height).toBe(distance);
  });

  it('can be styled by the site', async () => {
    const host = await open({ head: '<style>.woot-widget-bubble.woot-elements--right { bottom: 90px }</style>' });

    expect(await host.page.$eval(BUBBLE, (bubble) => getComputedStyle(bubble).bottom)).toBe('90px');
  });
});

describe('the frame', () => {
  it.each([
    ['hover', (host: HostPage) => host.page.hover(BUBBLE)],
    ['focus', (host: HostPage) => host.page.focus(BUBBLE)],
    ['click', (host: HostPage) => host.page.click(BUBBLE)],
  ])('is loaded at %s, once', async (_, want) => {
    const host = await open();

    await want(host);
    await host.frame();
    await host.page.hover('#buy');
    await host.page.hover('.woot-widget-bubble:not(.woot--hide)');

    expect(host.asked.filter((path) => path.startsWith('/widget?'))).toHaveLength(1);
  });

  it('is told the settings and the address, first', async () => {
    const settings = { locale: 'de', position: 'left', darkMode: 'dark', welcomeTitle: 'Hi', enableFileUpload: false };
    const host = await open({ settings });
    await host.page.hover(BUBBLE);

    const told = await (await host.frame()).evaluate(() => (window as unknown as { told: object[] }).told);

    expect(told[0]).toEqual({
      event: 'config-set',
      locale: 'de',
      position: 'left',
      type: 'standard',
      widgetStyle: 'standard',
      darkMode: 'dark',
      launcherTitle: '',
      hideMessageBubble: false,
      showPopoutButton: false,
      useBrowserLanguage: false,
      showUnreadMessagesDialog: true,
      baseDomain: '',
      welcomeTitle: 'Hi',
      welcomeDescription: '',
      availableMessage: '',
      unavailableMessage: '',
      enableFileUpload: false,
      enableEmojiPicker: true,
      enableEndConversation: true,
    });
    expect(told[1]).toMatchObject({
      event: 'change-url',
      referrerURL: host.page.url(),
      referrerHost: new URL(hosts.site.at()).host,
    });
    expect(told[2]).toEqual({ event: 'toggle-close-button', isMobile: false });
  });

  it('is opened by the bubble and closed by the other, with the focus in it and back', async () => {
    const host = await open();

    await host.page.focus(BUBBLE);
    await host.page.keyboard.press('Enter');
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');
    const inside = await host.page.evaluate(() => document.activeElement?.id);
    const expanded = await host.page.getAttribute('.woot--close', 'aria-expanded');
    await host.page.focus('.woot--close');
    await host.page.keyboard.press('Enter');

    await host.page.waitForSelector('#cw-widget-holder.woot--hide', { state: 'attached' });
    expect([inside, expanded]).toEqual(['chatwoot_live_chat_widget', 'true']);
    expect(await host.page.getAttribute(BUBBLE, 'aria-expanded')).toBe('false');
    expect(await host.page.$eval(BUBBLE, (bubble) => bubble === document.activeElement)).toBe(true);
    // That it was opened, and that the visitor did it, are told in either order.
    const told = (await host.told()).map(({ event }) => event);
    expect(told.toSorted()).toEqual(['push-event', 'toggle-open', 'toggle-open']);
  });

  it('is not in the way of the keyboard while it is closed', async () => {
    const host = await open();
    await host.page.hover(BUBBLE);
    await host.frame();

    await host.page.focus('#buy');
    await host.page.keyboard.press('Tab');

    expect(await host.page.$eval(BUBBLE, (bubble) => bubble === document.activeElement)).toBe(true);
    expect(await host.page.$eval(FRAME, (frame) => getComputedStyle(frame).visibility)).toBe('hidden');
  });

  it('fills the screen of a phone, where it has its own button to close', async () => {
    const host = await open({ browser: { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true } });

    await host.page.tap(BUBBLE);
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');

    expect(await host.page.locator('#cw-widget-holder').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
    expect(await host.page.isVisible('.woot--close')).toBe(false);
    await host.say({ event: 'closeWindow' });
    await host.page.waitForSelector(BUBBLE);
  });

  it('is at most 400 by 640 elsewhere', async () => {
    const host = await open({ browser: { viewport: { width: 1280, height: 1000 } } });

    await host.page.click(BUBBLE);
    await host.page.waitForSelector('#cw-widget-holder:not(.woot--hide)');

    expect(await host.page.locator('#cw-widget-holder').boundingBox()).toEqual({
      x: 860,
      y: 256,
      width: 400,
      height: 640,
    });
  });
});
