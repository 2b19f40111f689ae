import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { LONGEST_WAIT_MS } from '../../support/eventually.ts';

/** A message of the thread, as the visitor sees it. */
export type ShownRow = { text: string; state: 'sent' | 'waiting' | 'failed' };

/** A tab with the widget in a page of a website. */
export type Tab = {
  page: Page;
  widget: FrameLocator;
  /** When its socket was subscribed, in Unix milliseconds. */
  subscribed: number[];
  /** How many frames its sockets have brought, and how many of them were lost. */
  frames: () => number;
  lost: () => number;
  /** How many of its writes were answered as they had been answered before. */
  repeated: () => number;
  /** What was thrown in it. */
  problems: string[];
  /** Whether the app in the frame has begun, once the page is loaded. */
  isThere(): Promise<boolean>;
  /** Opens the thread; when the page is loaded anew, again. */
  open(): Promise<void>;
  write(content: string): Promise<void>;
  /** The rows at the end of the thread, from the one with the text `from` on; '' = all. */
  rows(from?: string): Promise<ShownRow[]>;
  /** When each text was seen first since the page was loaded, in Unix milliseconds. */
  shownAt(): Promise<Record<string, number>>;
};

/** Notes when texts are seen. */
const NOTE_TEXTS = `window.shownAt = {};
new MutationObserver(() => {
  for (const bubble of document.querySelectorAll('.row .bubble')) window.shownAt[bubble.textContent.trim()] ??= Date.now();
}).observe(document, { childList: true, subtree: true });`;

/** Opens a tab at this address, which shows the widget in a frame, and opens the thread. */
export async function openTab(context: BrowserContext, address: string): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  await page.addInitScript(NOTE_TEXTS);
  const subscribed: number[] = [];
  const problems: string[] = [];
  let repeated = 0;
  let frames = 0;
  let lost = 0;
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (answer) => answer.headers()['idempotent-replayed'] && (repeated += 1));
  page.on('websocket', (socket) => {
    socket.on('close', () => (lost += 1));
    socket.on('framereceived', ({ payload }) => {
      frames += 1;
      if (String(payload).includes('confirm_subscription')) subscribed.push(Date.now());
    });
  });
  await page.goto(address);
  const tab = tabOf(page, {
    subscribed,
    problems,
    frames: () => frames,
    lost: () => lost,
    repeated: () => repeated,
  });
  await tab.open();
  return tab;
}

type Seen = Pick<Tab, 'subscribed' | 'problems' | 'frames' | 'lost' | 'repeated'>;

function tabOf(page: Page, seen: Seen): Tab {
  const widget = page.frameLocator('iframe');
  /** Shows earlier messages, at once: the button may go with what is shown. Returns whether there is one. */
  const showOlder = () =>
    widget.locator('button.older').evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click();
      return buttons.length > 0;
    });
  /** Goes to the newest messages, which the thread leaves when earlier ones are shown. */
  const showEnd = () =>
    widget.locator('html').evaluate(async () => {
      const rendered = () => new Promise((resolve) => setTimeout(resolve, 20));
      for (let isThere = false; !isThere;) {
        document.querySelector('.scroller')?.dispatchEvent(new Event('scroll'));
        await rendered();
        const button = document.querySelector<HTMLElement>('.to-end');
        button?.click();
        await rendered();
        isThere = button === null;
      }
    });
  const readRows = () =>
    widget.locator('.row').evaluateAll((rows) =>
      rows.map((row) => ({
        text: row.querySelector('.bubble')?.textContent?.trim() ?? '',
        state: /is-(sent|waiting|failed)/.exec(row.className)?.[1] as ShownRow['state'],
      })),
    );

  return {
    page,
    widget,
    ...seen,
    isThere: () => page.evaluate(() => (window as unknown as { told: unknown[] }).told.length > 0),
    open: () => widget.getByRole('button', { name: /^(Start a|Continue the) conversation$/ }).click(),
    async write(content) {
      const field = widget.getByRole('textbox', { name: 'Write a message' });
      await field.fill(content);
      await field.press('Enter');
    },
    async rows(from = '') {
      await showEnd();
      let rows = await readRows();
      // The document has only some of them at a time.
      for (;;) {
        const start = rows.findIndex(({ text }) => text === from);
        if (start >= 0) return rows.slice(start);
        if (!(await showOlder())) return rows;
        const earlier = await readRows();
        const known = earlier.findIndex(({ text }) => text === rows[0]?.text);
        rows = known < 0 ? rows : [...earlier.slice(0, known), ...rows];
      }
    },
    shownAt: () =>
      widget.locator('html').evaluate(() => (window as unknown as { shownAt: Record<string, number> }).shownAt),
  };
}
