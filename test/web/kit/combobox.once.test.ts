import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { theBrowser } from '../../support/web/browser.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { stylesAsText } from '../../../src/web-assets/plugins.ts';

/** A field for one person, and one for several labels, in a dialog; `closings` counts how often that was closed. */
const PAGE = `
import { render } from 'preact';
import { signal } from './src/web/kit/signals.ts';
import { Combobox } from './src/web/kit/controls/combobox.tsx';
import { Dialog } from './src/web/kit/controls/dialog.tsx';
import { adoptAll } from './src/web/console/styles.ts';

adoptAll();
const people = [
  { value: '', label: 'Nobody' },
  { value: '1', label: 'Ada Lovelace' },
  { value: '2', label: 'Grace Hopper' },
  { value: '3', label: 'Graça Machel' },
];
const labels = ['billing', 'urgent', 'vip'].map((name) => ({ value: name, label: name }));
const person = signal('1');
const chosen = signal([]);
window.closings = 0;
window.person = () => person.value;
window.labels = () => chosen.value;
const toggle = (name) =>
  (chosen.value = chosen.value.includes(name) ? chosen.value.filter((one) => one !== name) : [...chosen.value, name]);

function App() {
  return (
    <main><h1>Fields</h1><Dialog title="Edit" closeLabel="Close" onClose={() => (window.closings += 1)}>
      <Combobox label="Assignee" choices={people} chosen={[person.value]} noneText="No one has this name."
        onChoose={(value) => (person.value = value)} />
      <Combobox label="Labels" choices={labels} chosen={chosen.value} isMultiple noneText="No label has this name."
        placeholder="None" onChoose={toggle} />
    </Dialog></main>
  );
}
document.documentElement.lang = 'en';
document.title = 'Fields';
render(<App />, document.querySelector('#app'));
`;

let script: string;
let context: BrowserContext;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: process.cwd(), loader: 'tsx' },
    bundle: true,
    write: false,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [stylesAsText(async (css) => css)],
  });
  script = outputFiles[0]!.text;
  context = await (await theBrowser()).newContext({ reducedMotion: 'reduce' });
});
afterEach(() => Promise.all(context.pages().map((page) => page.close())));
afterAll(() => context.close());

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.setContent('<!doctype html><body><div id="app"></div></body>');
  await page.evaluate(script);
  return page;
}

const read = (page: Page, name: string) => page.evaluate((name) => Reflect.get(window, name)() as unknown, name);
const field = (page: Page, name: string) => page.getByRole('combobox', { name });
const options = (page: Page) => page.getByRole('option').allInnerTexts();

describe('a field that chooses from many', () => {
  it('shows what is chosen, and all choices when it is clicked', async () => {
    const page = await openPage();
    const value = await field(page, 'Assignee').inputValue();

    await field(page, 'Assignee').click();

    expect(value).toBe('Ada Lovelace');
    expect(await options(page)).toEqual(['Nobody', 'Ada Lovelace', 'Grace Hopper', 'Graça Machel']);
    expect(await page.getByRole('option', { selected: true }).allInnerTexts()).toEqual(['Ada Lovelace']);
  });

  it('chooses by a click', async () => {
    const page = await openPage();
    await field(page, 'Assignee').click();

    await page.getByRole('option', { name: 'Grace Hopper' }).click();

    expect([await read(page, 'person'), await field(page, 'Assignee').inputValue()]).toEqual(['2', 'Grace Hopper']);
    expect(await options(page)).toEqual([]);
  });

  it('finds by what is typed, whatever its accents, and chooses with Enter', async () => {
    const page = await openPage();
    await field(page, 'Assignee').click();

    await page.keyboard.type('grac');
    const found = await options(page);
    await page.keyboard.type('a m');
    await page.keyboard.press('Enter');

    expect(found).toEqual(['Grace Hopper', 'Graça Machel']);
    expect(await read(page, 'person')).toBe('3');
  });

  it('says that nothing fits, and is as it was after Escape, which closes nothing else', async () => {
    const page = await openPage();
    await field(page, 'Assignee').click();
    await page.keyboard.type('xyz');
    await page.getByText('No one has this name.').waitFor();
    await page.keyboard.press('Enter');

    await page.keyboard.press('Escape');

    expect([await read(page, 'person'), await field(page, 'Assignee').inputValue()]).toEqual(['1', 'Ada Lovelace']);
    expect(await page.evaluate(() => Reflect.get(window, 'closings') as number)).toBe(0);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => Reflect.get(window, 'closings') === 1);
  });

  it('adds and takes away where several can be chosen, and stays open', async () => {
    const page = await openPage();
    await field(page, 'Labels').focus();

    for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    const both = await read(page, 'labels');
    await page.keyboard.press('Enter');

    expect([both, await read(page, 'labels')]).toEqual([['billing', 'vip'], ['billing']]);
    await page.keyboard.press('Escape');
    expect(await field(page, 'Labels').inputValue()).toBe('billing');
  });

  it('can be used by everyone, closed and open', async () => {
    const page = await openPage();
    expect(await violationsIn(page.mainFrame())).toEqual([]);

    await field(page, 'Labels').click();

    expect(await violationsIn(page.mainFrame())).toEqual([]);
  });
});
