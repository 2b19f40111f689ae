import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type HostPage, Hosts } from '../pages/host-page.ts';

const hosts = new Hosts();
const { open } = hosts;
beforeAll(hosts.start);
afterEach(hosts.close);
afterAll(hosts.stop);

const SHOWN = '#cw-widget-holder:not(.woot--hide)';
const HIDDEN = { state: 'attached' } as const;
const isOpen = (host: HostPage) =>
  host.page.evaluate(() => (window as unknown as { $chatwoot: { isOpen: boolean } }).$chatwoot.isOpen);
const cookieOf = async (host: HostPage, name: string) =>
  (await host.context.cookies()).find((cookie) => cookie.name.startsWith(name));
/** Calls it before the script has run its course, as pages do. */
const atOnce = (call: string) => `
  const wait = setInterval(() => { if (window.$chatwoot) { clearInterval(wait); window.$chatwoot.${call}; } }, 0);`;

describe('toggle', () => {
  it('opens, closes, and does the other without a word', async () => {
    const host = await open();

    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);
    await host.call('toggle', 'open');
    expect(await isOpen(host)).toBe(true);
    await host.call('toggle', 'close');
    await host.page.waitForSelector('#cw-widget-holder.woot--hide', HIDDEN);
    expect(await isOpen(host)).toBe(false);
    await host.call('toggle');
    await host.page.waitForSelector(SHOWN);

    expect((await host.events()).map(([name]) => name)).toEqual([
      'chatwoot:ready',
      'chatwoot:opened',
      'chatwoot:closed',
      'chatwoot:opened',
    ]);
    expect((await host.told()).filter(({ event }) => event === 'push-event')).toHaveLength(2);
  });

  it('leaves the focus where it is', async () => {
    const host = await open();
    await host.page.focus('#buy');

    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);

    expect(await host.page.evaluate(() => document.activeElement?.id)).toBe('buy');
  });
});

describe('toggleBubbleVisibility', () => {
  it('hides the bubble and shows it, and tells the app', async () => {
    const host = await open({ settings: { hideMessageBubble: true } });
    const isHidden = () => host.page.isHidden('.woot-widget-bubble:not(.woot--close)');
    expect(await isHidden()).toBe(true);

    await host.call('toggleBubbleVisibility', 'show');
    expect(await isHidden()).toBe(false);
    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);
    await host.call('toggleBubbleVisibility', 'hide');

    expect(await isHidden()).toBe(true);
    await expect(host.told()).resolves.toContainEqual({ event: 'sdk-set-bubble-visibility', hideMessageBubble: true });
  });
});

describe('popoutChatWindow', () => {
  it('closes the chat and opens it in a window, with the visitor behind the #', async () => {
    const host = await open({ settings: { locale: 'de' } });
    await host.page.evaluate(() => (document.cookie = 'cw_conversation=the.visitors.token;path=/'));
    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);

    const [popup] = await Promise.all([host.context.waitForEvent('page'), host.call('popoutChatWindow')]);

    const url = new URL(popup.url() === 'about:blank' ? (await popup.waitForURL(/widget/), popup.url()) : popup.url());
    expect([url.pathname, url.searchParams.get('locale'), url.hash]).toEqual([
      '/widget',
      'de',
      '#cw_conversation=the.visitors.token',
    ]);
    expect(url.search).not.toContain('token=the');
    expect(await isOpen(host)).toBe(false);
  });
});

describe('setUser', () => {
  it('may be called before anything is ready, and tells the app in the order of the calls', async () => {
    const calls = `setUser('17', { email: 'a@example.com' }); window.$chatwoot.setLabel('vip');
      window.$chatwoot.setCustomAttributes({ plan: 'pro' })`;
    const host = await open({ before: atOnce(calls) });

    expect(await host.told()).toEqual([
      { event: 'set-user', identifier: '17', user: { email: 'a@example.com' } },
      { event: 'set-label', label: 'vip' },
      { event: 'set-custom-attributes', customAttributes: { plan: 'pro' } },
    ]);
  });

  it('remembers the user in a cookie as soon as the server has it, and does nothing when the visitor is that user already', async () => {
    const host = await open();
    const user = { name: 'Ada', email: 'ada@example.com', avatar_url: '', identifier_hash: 'h' };
    await host.call('setUser', 17, user);
    await host.frame();
    await host.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'a.b.c' } });
    expect(await cookieOf(host, 'cw_user_')).toBeUndefined();
    await host.say({ event: 'userSet' });
    const cookie = await cookieOf(host, 'cw_user_');
    const text = 'avatar_urlemailada@example.comnameAdaidentifier_hashhidentifier17';
    expect(cookie).toMatchObject({ value: createHash('md5').update(text).digest('hex'), sameSite: 'Lax', path: '/' });
    expect(cookie!.expires - Date.now() / 1000).toBeGreaterThan(364 * 24 * 60 * 60);
    await host.page.waitForFunction(() => document.cookie.includes('cw_conversation=a.b.c'));

    await host.page.reload();
    await host.page.waitForFunction(() => (window as { $chatwoot?: { hasLoaded: boolean } }).$chatwoot?.hasLoaded);
    await host.call('setUser', 17, user);
    expect(await host.page.$('#chatwoot_live_chat_widget')).toBe(null);
    await host.call('setUser', 18, user);
    expect(await host.told()).toEqual([{ event: 'set-user', identifier: 18, user }]);
  });

  it.each([
    [{ identifier: null, user: { name: 'A' } }, 'Identifier should be a string or a number'],
    [{ identifier: 1, user: { phone_number: '+1' } }, 'User object should have one of the keys'],
    [{ identifier: 1, user: undefined }, 'User object should have one of the keys'],
  ])('throws without what it needs: %j', async ({ identifier, user }, message) => {
    const host = await open();

    await expect(host.call('setUser', identifier, user)).rejects.toThrow(message);
  });
});

describe('what a page says of the visitor', () => {
  it('waits until somebody wants the chat, and comes then in its order', async () => {
    const host = await open();
    await host.call('setCustomAttributes', { plan: 'pro' });
    await host.call('deleteCustomAttribute', 'plan');
    await host.call('setConversationCustomAttributes', { order: 5 });
    await host.call('deleteConversationCustomAttribute', 'order');
    await host.call('setLabel', 'vip');
    await host.call('removeLabel', 'vip');
    expect(await host.page.$('#chatwoot_live_chat_widget')).toBe(null);

    await host.page.hover('.woot-widget-bubble:not(.woot--close)');

    expect(await host.told()).toEqual([
      { event: 'set-custom-attributes', customAttributes: { plan: 'pro' } },
      { event: 'delete-custom-attribute', customAttribute: 'plan' },
      { event: 'set-conversation-custom-attributes', customAttributes: { order: 5 } },
      { event: 'delete-conversation-custom-attribute', customAttribute: 'order' },
      { event: 'set-label', label: 'vip' },
      { event: 'remove-label', label: 'vip' },
    ]);
  });

  it('comes at once for a visitor that the server knows', async () => {
    const host = await open();
    await host.page.evaluate(() => (document.cookie = 'cw_conversation=a.b.c;path=/'));

    await host.call('setLabel', 'vip');

    expect(await host.told()).toEqual([{ event: 'set-label', label: 'vip' }]);
  });

  it.each([
    ['setCustomAttributes', {}],
    ['setConversationCustomAttributes', {}],
    ['deleteCustomAttribute', ''],
    ['deleteConversationCustomAttribute', ''],
  ])('%s throws without any', async (method, nothing) => {
    await expect((await open()).call(method, nothing)).rejects.toThrow('Custom attribute');
  });
});

describe('setLocale and setColorScheme', () => {
  it('change what the app begins with, the bubble, and the app', async () => {
    const host = await open();
    await host.call('setLocale', 'de');
    await host.call('setColorScheme', 'dark');
    await host.page.waitForSelector('[aria-label="Chatfenster öffnen"]');
    await host.page.hover('.woot-widget-bubble:not(.woot--close)');
    const [first] = await (await host.frame()).evaluate(() => (window as unknown as { told: object[] }).told);

    await host.call('setLocale', 'fr');
    await host.call('setColorScheme', 'light');

    expect(first).toMatchObject({ locale: 'de', darkMode: 'dark' });
    await host.page.waitForSelector('[aria-label="Ouvrir la fenêtre de chat"]');
    expect(await host.told()).toEqual([
      { event: 'set-locale', locale: 'fr' },
      { event: 'set-color-scheme', darkMode: 'light' },
    ]);
  });
});

describe('reset', () => {
  it('closes the chat, forgets the visitor and what was not told yet, and begins anew', async () => {
    const host = await open();
    await host.call('setUser', 17, { name: 'Ada' });
    await host.call('toggle', 'open');
    await host.page.waitForSelector(SHOWN);
    await host.say({ event: 'setAuthCookie', data: { widgetAuthToken: 'a.b.c' } });
    await host.page.waitForFunction(() => document.cookie.includes('cw_conversation'));

    await host.call('reset');
    await host.call('setUser', 18, { name: 'Bob' });

    expect(await isOpen(host)).toBe(false);
    expect(await host.told()).toEqual([{ event: 'set-user', identifier: 18, user: { name: 'Bob' } }]);
    expect(await cookieOf(host, 'cw_conversation')).toBe(undefined);
    expect((await host.events()).filter(([name]) => name === 'chatwoot:ready')).toHaveLength(1);
  });
});
