import type { BrowserContextOptions, Page } from 'playwright-core';
import { LONGEST_WAIT_MS } from '../../support/eventually.ts';
import { theBrowser } from '../../support/web/browser.ts';
import type { Message } from './host-page.ts';

const PREFIX = 'chatwoot-widget:';

/** What an app does with the widget in its web view. */
export type AppKind =
  /** Puts its messages into the page when that has loaded. */
  | 'React Native'
  /** Puts them in each time it hears `loaded`. */
  | 'Flutter';

export type AppOptions = {
  kind?: AppKind;
  /** The token that the app has kept. */
  token?: string;
  locale?: string;
  /** Behind the `#`. */
  route?: string;
  /** What the app puts into the page, one after the other. */
  messages?: Message[];
  browser?: BrowserContextOptions;
};

/** An app with Chatwoot's package for it, and the widget as the page of its web view. */
export type AppPage = {
  page: Page;
  /** What the page told the app, as it was told: a message without the prefix, or an object of another kind. */
  heard: Record<string, unknown>[];
  /** The token that the app keeps now. */
  token(): string;
  /** Whether the page asked the app to close it. */
  isClosed(): boolean;
  /** What the browser has complained of. */
  problems: string[];
  /** Puts messages into the page's own window. */
  inject(...messages: Message[]): Promise<void>;
  close(): Promise<void>;
};

export async function openApp(server: string, websiteToken: string, options: AppOptions = {}): Promise<AppPage> {
  const { kind = 'React Native', locale = 'en', route, messages = [] } = options;
  const context = await (await theBrowser()).newContext(options.browser);
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  const heard: Record<string, unknown>[] = [];
  const problems: string[] = [];
  let token = options.token ?? '';
  let isClosed = false;
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));

  const inject = (...all: Message[]) =>
    page.evaluate(
      (texts) => {
        // Without an origin, as the packages do it.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        for (const text of texts) window.postMessage(text);
      },
      all.map((message) => PREFIX + JSON.stringify(message)),
    );
  await page.exposeFunction('hearInApp', async (text: string) => {
    const said = JSON.parse(text.replace(PREFIX, '')) as Record<string, unknown>;
    heard.push(said);
    if (said['event'] === 'loaded') {
      token = String((said['config'] as { authToken?: string }).authToken);
      if (kind === 'Flutter') await inject(...messages);
    }
    if (said['type'] === 'close-widget') isClosed = true;
  });
  // The app's function takes a text and nothing else.
  await page.addInitScript(() => {
    const { hearInApp } = window as unknown as { hearInApp: (text: string) => void };
    Object.assign(window, { ReactNativeWebView: { postMessage: (text: string) => hearInApp(text) } });
  });

  const kept = options.token ? `&cw_conversation=${options.token}` : '';
  const hash = route ? `#${route}` : '';
  await page.goto(`${server}/widget?website_token=${websiteToken}&locale=${locale}${kept}${hash}`);
  if (kind === 'React Native') await inject(...messages);
  return {
    page,
    heard,
    token: () => token,
    isClosed: () => isClosed,
    problems,
    inject,
    close: () => context.close(),
  };
}
