import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { givenWebsite, type Website } from '../../support/web/website.ts';

/** How fast the visitor's device and line are: 1.6 Mbit/s and 150 ms if it is slow. */
export type Speed = { processor: 1 | 4; isSlowLine: boolean };

export const FULL_SPEED: Speed = { processor: 1, isSlowLine: false };

/** A page of a customer's website in a browser of its own. */
export type Visit = { context: BrowserContext; page: Page; session: CDPSession };

const SLOW_LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const FAST_LINE = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const TEXT = '<p>Our shop has tables, chairs and lamps, and delivers them within two days.</p>'.repeat(30);
const STYLE = '<style>body { font: 16px/1.5 sans-serif; max-width: 60em; margin: 2em auto }</style>';
/** A host page says when it is complete, without asking anything of the page. */
const SAY_READY = `addEventListener('chatwoot:ready', () => console.log('ready'));`;

/** The website: `/` has the widget, `/plain` is the same page with a script that does nothing instead. */
export async function openSite(server: string, websiteToken: string): Promise<Website> {
  const site = await givenWebsite();
  const snippet = `(function (d, t) {
    var g = d.createElement(t), s = d.getElementsByTagName(t)[0];
    g.src = ${JSON.stringify(`${server}/packs/js/sdk.js`)}; g.async = true; s.parentNode.insertBefore(g, s);
    g.onload = () => chatwootSDK.run({ websiteToken: ${JSON.stringify(websiteToken)}, baseUrl: ${JSON.stringify(server)} });
  })(document, 'script');`;
  const page = (script: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${STYLE}</head>
<body><h1>Shop</h1>${TEXT}<script>${script}</script></body></html>`;
  site.pages.set('/', { html: page(SAY_READY + snippet) });
  site.pages.set('/plain', { html: page(`addEventListener('load', () => console.log('ready'));`) });
  return site;
}

/** Opens an empty page of a new browser context, in which nothing is cached or stored. */
export async function startVisit(browser: Browser, speed: Speed, script?: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const visit = { context, page, session };
  await slowDown(visit, speed);
  return visit;
}

export async function slowDown({ session }: Visit, { processor, isSlowLine }: Speed): Promise<void> {
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  const line = isSlowLine ? SLOW_LINE : FAST_LINE;
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
}

/** Goes to a page of the site, and waits until it says that it is complete. */
export async function goTo({ page }: Visit, address: string): Promise<void> {
  const isReady = page.waitForEvent('console', (message) => message.text() === 'ready');
  await page.goto(address);
  await isReady;
}
