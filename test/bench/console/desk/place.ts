import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../../../support/web/browser.ts';
import { type Installation, type Program, runCommand, type Server } from '../../support/processes.ts';

/** A browser, and somebody who can sign in. */
export type Place = { server: Server; token: string; browser: Browser; password: string };
/** A page of the console, signed in. */
export type Desk = { context: BrowserContext; page: Page; session: CDPSession };

export const EMAIL = 'bench@example.com';
export const ALL = '/app/accounts/1/dashboard?assignee=all&status=all';

/** A link to a row of the list that is on the screen. */
export const ROWS = '.list-rows a[data-conversation]';

/** Frames come as soon as they are drawn, so that waiting for the next one of the screen is not measured. */
export const startFast = (): Promise<Browser> => startBrowser(['--disable-frame-rate-limit', '--disable-gpu-vsync']);

/** Gives the administrator a password that is known. */
export async function givePassword(program: Program, installation: Installation): Promise<string> {
  const answer = await runCommand(program, ['users', 'reset-password', EMAIL, '--generate', '--json'], installation);
  return (JSON.parse(answer) as { password: string }).password;
}

/** Functions of the page that say when something is on the screen, in milliseconds. */
const WATCH = `
window.isDrawn = () => new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  port2.postMessage(0);
}));
window.until = (is) => new Promise((resolve) => {
  const look = () => {
    if (!is()) return;
    watcher.disconnect();
    resolve();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true, attributes: true });
  look();
});
window.firstRow = window.until(() => document.querySelector('${ROWS}')).then(window.isDrawn);
`;

/** Signs in, and opens an empty page, in which the console can be opened. */
export async function openDesk({ browser, server, password }: Place): Promise<Desk> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const body = { email: EMAIL, password, session_cookie: true };
  const answer = await context.request.post(`${server.url}/auth/sign_in`, {
    data: body,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`the sign-in was answered with ${answer.status()}`);
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  return { context, page, session: await context.newCDPSession(page) };
}

/** Opens an address of the console; resolves to the milliseconds until the first row is on the screen. */
export async function show({ page }: Desk, server: Server, path: string): Promise<number> {
  await page.goto(`${server.url}${path}`);
  return page.evaluate<number>('window.firstRow');
}

/** The value below which so much of the values lies. */
export function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
