import type { BrowserContext, Frame, Page } from 'playwright-core';
import { LONGEST_WAIT_MS } from '../../support/eventually.ts';
import { theBrowser } from '../../support/web/browser.ts';
import type { Website } from '../../support/web/website.ts';
import type { Message } from './host-page.ts';

/** What Chatwoot's script does in a page: keeps what the frame says in cookies, and tells it the same in the same order. */
const script = (server: string, token: string, settings: object) => `
  const cookie = (name) => document.cookie.split('; ').find((one) => one.startsWith(name + '='))?.slice(name.length + 1);
  const keep = (name, value) => { document.cookie = name + '=' + encodeURIComponent(String(value)) + ';path=/;max-age=31536000;samesite=lax'; };
  const frame = document.createElement('iframe');
  const known = cookie('cw_conversation');
  window.told = [];
  window.tell = (event, keys) => frame.contentWindow.postMessage('chatwoot-widget:' + JSON.stringify({ event, ...keys }), '*');
  const does = {
    loaded({ config }) {
      keep('cw_conversation', config.authToken);
      tell('config-set', { position: 'right', hideMessageBubble: false, showPopoutButton: false, widgetStyle: 'standard',
        darkMode: 'light', showUnreadMessagesDialog: true, campaignsSnoozedTill: cookie('cw_snooze_campaigns_till'),
        welcomeTitle: '', welcomeDescription: '', availableMessage: '', unavailableMessage: '',
        enableEmojiPicker: true, enableEndConversation: true, ...${JSON.stringify(settings)} });
      tell('change-url', { referrerURL: location.href, referrerHost: location.host });
      tell('toggle-close-button', { isMobile: innerWidth < 668 });
      if (window.user) tell('set-user', window.user);
    },
    setAuthCookie: ({ data }) => keep('cw_conversation', data.widgetAuthToken),
    setCampaignReadOn: () => keep('cw_snooze_campaigns_till', Date.now() + 3600000),
  };
  window.onmessage = ({ data }) => {
    if (typeof data !== 'string' || !data.startsWith('chatwoot-widget:')) return;
    const message = JSON.parse(data.replace('chatwoot-widget:', ''));
    told.push(message);
    does[message.event]?.(message);
  };
  window.toggle = (isOpen) => {
    tell('toggle-open', { isOpen });
    if (isOpen) { tell('push-event', { eventName: 'webwidget.triggered' }); tell('widget-visible'); }
  };
  frame.src = '${server}/widget?website_token=${token}' + (known ? '&cw_conversation=' + known : '');
  frame.id = 'chatwoot_live_chat_widget';
  frame.style = 'width: 400px; height: 640px; border: 0';
  document.body.append(frame);
`;

/** A page with Chatwoot's script, and the frame of this server in it. */
export type ChatwootHost = {
  page: Page;
  context: BrowserContext;
  frame(): Promise<Frame>;
  /** What the frame told the page. */
  told(): Promise<Message[]>;
  /** The message of that event, as soon as the page has one. */
  heard(event: string): Promise<Message>;
  tell(event: string, keys?: object): Promise<void>;
  /** Opens the chat, or closes it. */
  toggle(isOpen: boolean): Promise<void>;
  problems: string[];
  close(): Promise<void>;
};

export type ChatwootOptions = { settings?: object; cookies?: Record<string, string> };

export async function openChatwootHost(
  server: string,
  site: Website,
  token: string,
  { settings = {}, cookies = {} }: ChatwootOptions = {},
): Promise<ChatwootHost> {
  site.pages.set(`/${token}`, {
    html: `<!doctype html><title>Shop</title><body><script>${script(server, token, settings)}</script>`,
  });
  const url = `${site.at()}/${token}`;
  const context = await (await theBrowser()).newContext();
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);

  const told = () => page.evaluate(() => Reflect.get(window, 'told') as Message[]);
  const call = (name: string, ...given: unknown[]) =>
    page.evaluate(([method, all]) => Reflect.get(window, method)(...all) as void, [name, given] as const);
  return {
    page,
    context,
    async frame() {
      const found = await (await page.waitForSelector('#chatwoot_live_chat_widget')).contentFrame();
      return found!;
    },
    told,
    async heard(event) {
      await page.waitForFunction(
        (wanted) => (Reflect.get(window, 'told') as Message[]).some((message) => message.event === wanted),
        event,
      );
      return (await told()).findLast((message) => message.event === event)!;
    },
    tell: (event, keys = {}) => call('tell', event, keys),
    toggle: (isOpen) => call('toggle', isOpen),
    problems,
    close: () => context.close(),
  };
}
