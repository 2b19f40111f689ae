import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { BundledApp, WebBundle } from '../src/web-assets/bundle.ts';

/** Bytes after gzip -9. */
type Budgets = {
  script: number;
  inAll: number;
  lazyPart: number;
  consoleScripts: number;
  consoleStyles: number;
  consolePart: number;
  consoleInAll: number;
};
type Row = { name: string; bytes: number; budget: number };

const BUDGETS = JSON.parse(readFileSync(new URL('./web-budgets.json', import.meta.url), 'utf8')) as Budgets;
const PAGE = new URL('../templates/widget/page.html', import.meta.url);
const SCRIPT = 'js/sdk.js';
const LOCALE = /\/locales\/\w+\.json$/;
const NAME_WIDTH = 46;
const NUMBER_WIDTH = 8;

/**
 * The sizes of `bundle` in browsers, as a table.
 * @throws Error with the table when something is larger than bin/web-budgets.json allows
 */
export function checkBudgets(bundle: WebBundle): string {
  const rows = rowsOf(bundle);
  const table = tableOf(rows);
  const isOver = rows.some(({ bytes, budget }) => bytes > budget);
  if (isOver) throw new Error(`too large for bin/web-budgets.json:\n${table}`);
  return table;
}

function rowsOf(bundle: WebBundle): Row[] {
  const sizes = new Map(bundle.files.map(({ path, bytes }) => [path, compressed(bytes)]));
  const sizeOf = (path: string) => sizes.get(path) ?? 0;
  return [...widgetRows(bundle, sizeOf), ...consoleRows(bundle, sizeOf)];
}

type SizeOf = (path: string) => number;

function widgetRows({ widget: { scripts, lazy }, parts }: WebBundle, sizeOf: SizeOf): Row[] {
  const script = sizeOf(SCRIPT);
  const app = sumOf(scripts.map(sizeOf));
  const locale = largestLocale(lazy, sizeOf);
  const [talk = 0, ...more] = parts.map(sizeOf);
  const inAll = script + talk + compressed(readFileSync(PAGE)) + app + locale;
  return [
    { name: 'script of a website', bytes: script, budget: BUDGETS.script },
    { name: 'what the script loads with the frame', bytes: talk, budget: BUDGETS.lazyPart },
    { name: 'page of the frame, with the app', bytes: compressed(readFileSync(PAGE)) + app, budget: BUDGETS.inAll },
    { name: 'widget in all, with its largest locale', bytes: inAll, budget: BUDGETS.inAll },
    ...more.map((bytes) => ({ name: 'what the script loads when it needs it', bytes, budget: BUDGETS.lazyPart })),
    ...lazy.map(({ path, source }) => ({ name: source, bytes: sizeOf(path), budget: BUDGETS.lazyPart })),
  ];
}

/** The scripts of the first screen have its styles in them, and come with the texts of a locale. */
function consoleRows({ console: { scripts, styles, lazy } }: WebBundle, sizeOf: SizeOf): Row[] {
  const css = compressed(Buffer.from(styles));
  const first = sumOf(scripts.map(sizeOf)) + largestLocale(lazy, sizeOf);
  const parts = lazy.filter(({ source }) => !LOCALE.test(source));
  const inAll = first + sumOf(parts.map(({ path }) => sizeOf(path)));
  return [
    { name: 'console: scripts of the first screen', bytes: first - css, budget: BUDGETS.consoleScripts },
    { name: 'console: styles of the first screen', bytes: css, budget: BUDGETS.consoleStyles },
    ...lazy.map(({ path, source }) => ({ name: source, bytes: sizeOf(path), budget: BUDGETS.consolePart })),
    { name: 'console in all, with its largest locale', bytes: inAll, budget: BUDGETS.consoleInAll },
  ];
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

const largestLocale = (lazy: BundledApp['lazy'], sizeOf: SizeOf) =>
  Math.max(0, ...lazy.filter(({ source }) => LOCALE.test(source)).map(({ path }) => sizeOf(path)));

const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;

function tableOf(rows: Row[]): string {
  const lines = rows.map(
    ({ name, bytes, budget }) =>
      `${name.padEnd(NAME_WIDTH)}${String(bytes).padStart(NUMBER_WIDTH)} of ${String(budget).padStart(NUMBER_WIDTH)}`,
  );
  return ['For browsers, in bytes after gzip -9:', ...lines].join('\n');
}
