import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { BrowserContext, Page } from 'playwright-core';
import { theBrowser } from '../../support/web/browser.ts';

/** A counter, drawn by functions that note when they are called; `did` is everything in order. */
const PAGE = `
import { signal } from './src/web/kit/signals.ts';
import { h, render } from 'preact';
import { useEffect, useId, useRef, useSignal } from './src/web/kit/view.ts';

const [count, other, isShown] = [signal(1), signal(1), signal(true)];
const did = [];

function Own() {
  did.push('own');
  const clicks = useSignal(0);
  const button = useRef();
  const id = useId();
  useEffect(() => {
    did.push('focus ' + button.current.textContent);
    return () => did.push('end');
  }, [clicks.value > 1]);
  return h('button', { id, ref: button, onClick: () => (clicks.value += 1) }, 'own ' + clicks.value);
}

function Count({ name }) {
  did.push('count');
  useEffect(() => void did.push('drawn'));
  return h('b', null, name + ' ' + (name === 'other' ? other.value : count.value));
}

function App() {
  did.push('app');
  return h('main', null, h(Count, { name: other.value > 5 ? 'other' : 'count' }), isShown.value && h(Own));
}

render(h(App), document.body);
Object.assign(window, { count, other, isShown, did });
`;

type Signals = 'count' | 'other' | 'isShown';

let script: string;
let context: BrowserContext;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    target: 'es2022',
  });
  script = outputFiles[0]!.text;
  context = await (await theBrowser()).newContext();
});
afterEach(() => Promise.all(context.pages().map((page) => page.close())));
afterAll(() => context.close());

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.setContent('<!doctype html><body></body>');
  await page.evaluate(script);
  return page;
}

/** Gives the signal the value; returns what was done then, in order. */
const change = (page: Page, name: Signals, value: unknown): Promise<string[]> =>
  page.evaluate(
    async ([name, value]) => {
      const did = Reflect.get(window, 'did') as string[];
      did.length = 0;
      (Reflect.get(window, name) as { value: unknown }).value = value;
      await new Promise((resolve) => setTimeout(resolve));
      return did;
    },
    [name, value] as const,
  );

const click = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const did = Reflect.get(window, 'did') as string[];
    did.length = 0;
    document.querySelector('button')?.click();
    await new Promise((resolve) => setTimeout(resolve));
    return did;
  });

describe('a view', () => {
  it('is drawn again when a signal that it has read is another, and no other view with it', async () => {
    const page = await openPage();

    expect(await change(page, 'count', 2)).toEqual(['count', 'drawn']);
    expect(await change(page, 'count', 3)).toEqual(['count', 'drawn']);
    expect(await page.textContent('b')).toBe('count 3');
    expect(await change(page, 'count', 3)).toEqual([]);
  });

  it('is drawn again with the view around it only when its properties are others', async () => {
    const page = await openPage();

    expect(await change(page, 'other', 2)).toEqual(['app']);
    expect(await change(page, 'other', 6)).toEqual(['app', 'count', 'drawn']);
    expect(await page.textContent('b')).toBe('other 6');
  });

  it('follows only the signals that it read last', async () => {
    const page = await openPage();
    await change(page, 'other', 6);

    expect(await change(page, 'count', 9)).toEqual([]);
    expect(await change(page, 'other', 7)).toEqual(['app', 'count', 'drawn']);
  });

  it('keeps its own signals, its id and its element, and repeats effects when what they depend on is another', async () => {
    const page = await openPage();
    const id = await page.getAttribute('button', 'id');

    expect(await click(page)).toEqual(['own']);
    expect(await click(page)).toEqual(['own', 'end', 'focus own 2']);
    expect(await click(page)).toEqual(['own']);
    expect(await page.textContent('button')).toBe('own 3');
    expect(await page.getAttribute('button', 'id')).toBe(id);
  });

  it('ends its effects when it is shown no more, and begins anew when it is shown again', async () => {
    const page = await openPage();
    await click(page);

    expect(await change(page, 'isShown', false)).toEqual(['app', 'end']);
    expect(await change(page, 'count', 5)).toEqual(['count', 'drawn']);
    expect(await change(page, 'isShown', true)).toEqual(['app', 'own', 'focus own 0']);
  });
});
