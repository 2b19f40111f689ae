import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { theBrowser } from '../../support/web/browser.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { jsonAsOne, stylesAsText } from '../../../src/web-assets/plugins.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

/** The frame with what the navigation lists; `empty` takes that away, `cut` the line. */
const PAGE = `
import { render } from 'preact';
import { createI18n } from './src/web/kit/i18n.ts';
import { signal } from './src/web/kit/signals.ts';
import { createToasts } from './src/web/kit/controls/toasts.tsx';
import { createCommands } from './src/web/console/commands/commands.ts';
import { provideDesk } from './src/web/console/desk.ts';
import { Frame } from './src/web/console/shell/frame.tsx';
import { Guarded } from './src/web/console/shell/guarded.tsx';
import { EMPTY_SIDEBAR } from './src/web/console/shell/sidebar.ts';
import { adoptAll } from './src/web/console/styles.ts';
import { load } from './src/web/console/locales.ts';

adoptAll();
const sidebar = signal({
  unread: { conversations: 120, mine: 3, unassigned: 1 },
  savedViews: [{ name: 'Waiting for parts', view: { kind: 'custom_view', id: 7 }, unread: 2 }],
  teams: [{ name: 'Workshop', view: { kind: 'team', id: 6 } }],
  inboxes: [{ name: 'Website', view: { kind: 'inbox', id: 5 }, unread: 12 }],
  labels: [
    { name: ${JSON.stringify(HOSTILE)}, view: { kind: 'label', title: ${JSON.stringify(HOSTILE)} }, colour: '#d5451f' },
  ],
});
const isLineDown = signal(false);
const address = signal({ screen: 'conversations', account: 3, view: { kind: 'inbox', id: 5 }, query: {} });
const i18n = createI18n(load);
const membership = { id: 3, name: 'Acme', role: 'agent', availability: 'busy' };
const user = { id: 1, name: 'Ada', email: '', available_name: 'Ada', avatar_url: '', account_id: 3, accounts: [membership] };
provideDesk({
  i18n, sidebar, ways: [], toasts: createToasts(), title: signal(''), push: {}, commands: createCommands(),
  account: { isLineDown, state: signal({ is: 'none' }) }, session: { state: signal({ is: 'out' }) },
  place: { address, go() {} },
});
const shown = signal('Website');
function Screen({ name }) {
  if (name === 'Broken') throw new Error('cannot be drawn');
  return <h1>{name}</h1>;
}
const Shown = () => <Guarded screen={shown.value}><Screen name={shown.value} /></Guarded>;
window.show = (name) => (shown.value = name);
window.empty = () => (sidebar.value = EMPTY_SIDEBAR);
window.cut = (isCut) => (isLineDown.value = isCut);
void i18n.use('en').then(() => {
  document.documentElement.lang = 'en';
  document.title = 'Website';
  render(<Frame user={user} account={3}><Shown /></Frame>, document.querySelector('#app'));
});
`;

let script: string;
let context: BrowserContext;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: process.cwd(), loader: 'tsx' },
    bundle: true,
    write: false,
    target: 'es2022',
    logOverride: { 'empty-import-meta': 'silent' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [jsonAsOne, stylesAsText(async (css) => css)],
  });
  script = outputFiles[0]!.text;
  context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
});
afterAll(() => context.close());

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.setContent('<!doctype html><body><div id="app"></div></body>');
  await page.evaluate(script);
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  return page;
}

const run = (page: Page, name: string, ...given: unknown[]) =>
  page.evaluate(([name, given]) => void Reflect.get(window, name)(...given), [name, given] as const);

describe('the navigation', () => {
  it('names each link with how much is unread there', async () => {
    const page = await openPage();
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    for (const name of [
      'Conversations, 120 unread',
      'Mine, 3 unread',
      'Unassigned, 1 unread',
      'All',
      'Waiting for parts, 2 unread',
      'Workshop',
      'Website, 12 unread',
    ]) {
      expect([name, await link(name).count()]).toEqual([name, 1]);
    }
    expect(await page.locator('.main-links .unread').innerText()).toBe('99+');
    await page.close();
  });

  it('groups what the account has, and leaves out groups with nothing in them', async () => {
    const page = await openPage();
    const groups = () => page.getByRole('navigation', { name: 'Views' }).getByRole('heading').allInnerTexts();
    const linked = page.getByRole('group', { name: 'Labels' }).getByRole('link');
    const [all, name, href] = [await groups(), await linked.innerText(), await linked.getAttribute('href')];

    await run(page, 'empty');

    expect(all).toEqual(['Saved views', 'Teams', 'Inboxes', 'Labels']);
    expect([name, href]).toEqual([HOSTILE, `/app/accounts/3/label/${encodeURIComponent(HOSTILE)}`]);
    expect(await groups()).toEqual([]);
    expect(await page.locator('#app img').count()).toBe(0);
    await page.close();
  });

  it('marks the view that is open, and can be used by everyone', async () => {
    const page = await openPage();
    const current = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current=page]');

    expect(await current.getAttribute('href')).toBe('/app/accounts/3/inbox/5');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsIn(page.mainFrame())).toEqual([]);
    }
    await page.close();
  });
});

describe('a screen that cannot be drawn', () => {
  it('says so in its place, until another is shown', async () => {
    const page = await openPage();

    await run(page, 'show', 'Broken');
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    const around = await page.getByRole('link', { name: 'Contacts' }).isVisible();
    await run(page, 'show', 'Settings');

    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(around).toBe(true);
    await page.close();
  });
});

describe('the line', () => {
  it('is said to be lost as long as it is', async () => {
    const page = await openPage();
    const words = page.getByRole('status').getByText('Connection lost. Trying again ...');
    const before = await words.count();

    await run(page, 'cut', true);
    await words.waitFor();
    await run(page, 'cut', false);

    await words.waitFor({ state: 'detached' });
    expect(before).toBe(0);
    await page.close();
  });
});
