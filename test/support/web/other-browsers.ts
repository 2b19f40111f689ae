import { existsSync } from 'node:fs';
import puppeteer, { type Frame, type Page } from 'puppeteer-core';
import { Builder, By, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../database/postgres.ts';
import { eventually, LONGEST_WAIT_MS } from '../eventually.ts';
import { isInstalled, startNeighbour } from '../neighbours/programs.ts';

/** Where something is: in the page itself, or in the frame of the widget. */
export type Where = 'page' | 'chat';

/** A window of a browser that is not Chromium. */
export type OtherWindow = {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of a function there. */
  run<T>(body: string, where: Where): Promise<T>;
  /** Clicks with the mouse, as soon as there is such an element. */
  click(selector: string, where: Where): Promise<void>;
  /** Types with the keyboard. */
  type(selector: string, text: string, where: Where): Promise<void>;
  /** The window that the page has opened, as soon as there is one. */
  opened(): Promise<OtherWindow>;
};

export type OtherBrowser = {
  name: string;
  isInstalled: boolean;
  /** Starts one with nothing in it; `refuses` cookies and storage: of all sites, or of those in frames of other sites. */
  start(refuses?: 'all' | 'in frames'): Promise<{ window: OtherWindow; stop(): Promise<void> }>;
};

const IN_FRAME = 'iframe#chatwoot_live_chat_widget';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
/** The setting of Firefox `network.cookie.cookieBehavior`. */
const COOKIE_BEHAVIORS = { all: 2, 'in frames': 1 } as const;

export const FIREFOX: OtherBrowser = {
  name: 'Firefox',
  isInstalled: isInstalled('firefox-esr'),
  async start(refuses) {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      ...(refuses && { extraPrefsFirefox: { 'network.cookie.cookieBehavior': COOKIE_BEHAVIORS[refuses] } }),
    });
    return { window: windowOf(await browser.newPage()), stop: () => browser.close() };
  },
};

function windowOf(page: Page): OtherWindow {
  async function at(where: Where): Promise<Frame> {
    if (where === 'page') return page.mainFrame();
    const isChat = (frame: Frame) => frame !== page.mainFrame() && frame.url().includes('/widget?');
    return (await eventually(() => page.frames().find(isChat), Boolean))!;
  }
  const find = async (selector: string, where: Where) =>
    (await at(where)).waitForSelector(selector, { visible: true, timeout: LONGEST_WAIT_MS });
  return {
    goTo: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: async (body, where) => (await at(where)).evaluate(`(() => { ${body} })()`) as never,
    click: async (selector, where) => (await find(selector, where))!.click(),
    type: async (selector, text, where) => (await find(selector, where))!.type(text),
    async opened() {
      const pages = await eventually(
        () => page.browser().pages(),
        (all) => all.some((other) => other.url().includes('/widget?')),
      );
      return windowOf(pages.find((other) => other.url().includes('/widget?'))!);
    },
  };
}

export const WEBKIT: OtherBrowser = {
  name: 'WebKit',
  isInstalled: isInstalled('WebKitWebDriver') && isInstalled('Xvfb') && existsSync(MINI_BROWSER),
  async start() {
    const display = `:${await freePort()}`;
    const screen = startNeighbour('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp']);
    const port = await freePort();
    const service = startNeighbour('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display });
    const build = () =>
      new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
        })
        .build();
    const driver = await eventually(
      () => Promise.resolve(build()).catch(() => null),
      (built) => built !== null,
    );
    return {
      window: windowIn(driver!, await driver!.getWindowHandle()),
      async stop() {
        await driver!.quit();
        await service.stop();
        await screen.stop();
      },
    };
  },
};

function windowIn(driver: WebDriver, handle: string): OtherWindow {
  async function at(where: Where): Promise<void> {
    await driver.switchTo().window(handle);
    if (where === 'page') return;
    const [frame] = await eventually(
      () => driver.findElements(By.css(IN_FRAME)),
      (all) => all.length > 0,
    );
    await driver.switchTo().frame(frame!);
  }
  const find = async (selector: string, where: Where) =>
    eventually(
      async () => {
        try {
          await at(where);
          const [element] = await driver.findElements(By.css(selector));
          return element && (await element.isDisplayed()) ? element : null;
        } catch {
          // The frame, or what is in it, has just been made anew.
          return null;
        }
      },
      (element) => element !== null,
    );
  return {
    async goTo(url) {
      await at('page');
      await driver.get(url);
    },
    async reload() {
      await at('page');
      await driver.navigate().refresh();
    },
    async run(body, where) {
      await at(where);
      return (await driver.executeScript(body)) as never;
    },
    click: async (selector, where) => (await find(selector, where))!.click(),
    type: async (selector, text, where) => (await find(selector, where))!.sendKeys(text),
    async opened() {
      const handles = await eventually(
        () => driver.getAllWindowHandles(),
        ({ length }) => length > 1,
      );
      return windowIn(
        driver,
        handles.find((other) => other !== handle)!,
      );
    },
  };
}
