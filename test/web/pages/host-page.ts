import type { BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { givenApp, type TestApp } from '../../support/app.ts';
import { LONGEST_WAIT_MS } from '../../support/eventually.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';
import { theBrowser } from '../../support/web/browser.ts';
import { givenWebsite, type Website } from '../../support/web/website.ts';

/** A message between the page and its frame. */
export type Message = { event: string; [key: string]: unknown };

/** A page of a customer's website, with the widget in it. */
export type HostPage = {
  page: Page;
  context: BrowserContext;
  /** Everything that was asked of the server of the widget. */
  asked: string[];
  /** What the browser has complained of. */
  problems: string[];
  /** Calls a method of `$chatwoot`. */
  call(method: string, ...given: unknown[]): Promise<unknown>;
  /** The names of the events on the window, each with its detail. */
  events(): Promise<[string, unknown][]>;
  /** The frame, when its app is there. */
  frame(): Promise<Frame>;
  /** The frame with its own app, for what a visitor sees in it. */
  app(): Promise<Frame>;
  /** What the frame was told, without what it is told at its beginning. */
  told(): Promise<Message[]>;
  /** The app in the frame says this to the page. */
  say(message: Message): Promise<void>;
  close(): Promise<void>;
};

export type HostOptions = {
  settings?: object;
  /** The channel of the inbox. */
  channel?: object;
  /** What is in the page beside the snippet. */
  head?: string;
  body?: string;
  headers?: Record<string, string>;
  path?: string;
  browser?: BrowserContextOptions;
  /** Runs before the snippet. */
  before?: string;
  /** Whether the frame has its own app, rather than the one that says what a test tells it to say. */
  hasApp?: boolean;
  /** The inbox whose widget it is; a new one unless given. */
  inbox?: { website_token: string; web_widget_script: string };
  /** The browser in which it is opened, for a further tab; a new one unless given. */
  context?: BrowserContext;
  /** Does something with the page before anything is in it. */
  prepare?: (page: Page) => unknown;
};

const EVENTS = ['ready', 'error', 'on-message', 'postback', 'opened', 'closed', 'on-start-conversation'];
const RECORD = `window.events = [];
for (const name of ${JSON.stringify(EVENTS)}) {
  addEventListener('chatwoot:' + name, (event) => window.events.push([event.type, event.detail]));
}`;

/** Stands for the app in the frame: tells that it is there, keeps what it is told, and says what a test has it say. */
const FRAME = `<!doctype html><title>Chat</title><input id="composer"><script>
window.told = [];
window.say = (message) => parent.postMessage('chatwoot-widget:' + JSON.stringify(message), '*');
addEventListener('message', ({ data }) => {
  if (typeof data === 'string' && data.startsWith('chatwoot-widget:')) window.told.push(JSON.parse(data.slice(16)));
});
say({ event: 'loaded', config: {} });
</script>`;

/** A website inbox, as the API shows it. */
export async function givenWebsiteInbox(test: TestApp, channel: object = {}) {
  return givenInbox(await givenAccount(test), { type: 'web_widget', website_url: 'https://shop.example', ...channel });
}

/** Without motion a page with the chat costs a quarter less work, since nothing is drawn between two states. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' };
/** For suites whose visitors see the chat move, as most do. */
export const WITH_MOTION: BrowserContextOptions = { reducedMotion: 'no-preference' };

/** What the tests of a file open their pages with; they call `start` before the first of them. */
export class Hosts {
  test!: TestApp;
  site!: Website;
  readonly #opened: HostPage[] = [];
  readonly #browser: BrowserContextOptions;

  /** `browser`: what is the same in all of their browsers. */
  constructor(browser = STILL) {
    this.#browser = browser;
  }

  /** With arguments, as `givenApp`, there is a server of its own. */
  readonly start = async (...given: Parameters<typeof givenApp>): Promise<void> => {
    this.test = await givenApp(...given);
    this.site = await givenWebsite();
  };

  /** As `openHostPage`, until `close`. */
  readonly open = async (options: HostOptions = {}): Promise<HostPage> => {
    const browser = { ...this.#browser, ...options.browser };
    const host = await openHostPage(this.test, this.site, { ...options, browser });
    this.#opened.push(host);
    return host;
  };

  /** Closes the pages, after each test. */
  readonly close = async (): Promise<void> => {
    for (const host of this.#opened.splice(0)) await host.close();
  };

  readonly stop = async (): Promise<void> => {
    await Promise.all([this.test.stop(), this.site.stop()]);
  };
}

/** Opens a page with the snippet of a new inbox in it, and waits until the widget is ready. */
async function openHostPage(test: TestApp, site: Website, options: HostOptions): Promise<HostPage> {
  const inbox = options.inbox ?? (await givenWebsiteInbox(test, options.channel));
  const path = options.path ?? `/${inbox.website_token}`;
  site.pages.set(path, { html: pageWith(inbox.web_widget_script, options), headers: options.headers ?? {} });
  const context = options.context ?? (await (await theBrowser()).newContext(options.browser));
  if (!options.hasApp) {
    await context.route(/\/widget\?/, (route) => route.fulfill({ contentType: 'text/html', body: FRAME }));
  }
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  const page = await context.newPage();
  await options.prepare?.(page);
  const asked: string[] = [];
  const problems: string[] = [];
  page.on(
    'request',
    (request) => request.url().startsWith(test.url) && asked.push(request.url().slice(test.url.length)),
  );
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.at()}${path}`);
  await ready(page).catch((error: Error) => {
    throw new Error(`the widget is not ready: ${problems.join('; ')}`, { cause: error });
  });
  return hostPage(page, context, { asked, problems });
}

/** Waits until the widget says that it is ready. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { $chatwoot?: { hasLoaded: boolean } }).$chatwoot?.hasLoaded);
}

export function pageWith(snippet: string, { settings = {}, head = '', body = '', before = '' }: HostOptions): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<script>${RECORD} window.chatwootSettings = ${JSON.stringify(settings)}; ${before}</script></head>
<body>${body || '<main><h1>Shop</h1><button id="buy">Buy</button></main>'}${snippet}</body></html>`;
}

function hostPage(page: Page, context: BrowserContext, seen: { asked: string[]; problems: string[] }): HostPage {
  const app = async () => {
    const element = await page.waitForSelector('#chatwoot_live_chat_widget', { state: 'attached' });
    return (await element.contentFrame())!;
  };
  const frame = async () => {
    const found = await app();
    await found.waitForFunction(() => 'told' in window && (window.told as unknown[]).length >= 3);
    return found;
  };
  return {
    page,
    context,
    app,
    ...seen,
    call: (method, ...given) =>
      page.evaluate(
        ([name, args]) => {
          const api = (window as unknown as { $chatwoot: Record<string, (...all: unknown[]) => unknown> }).$chatwoot;
          return api[name]!(...args);
        },
        [method, given] as const,
      ),
    events: () => page.evaluate(() => (window as unknown as { events: [string, unknown][] }).events),
    frame,
    async told() {
      const all = await (await frame()).evaluate(() => (window as unknown as { told: Message[] }).told);
      return all.filter(({ event }) => !['config-set', 'change-url', 'toggle-close-button'].includes(event));
    },
    say: async (message) =>
      (await frame()).evaluate((said) => (window as unknown as { say(said: object): void }).say(said), message),
    close: () => context.close(),
  };
}
