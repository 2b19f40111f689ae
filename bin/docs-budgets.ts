import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { allRoutes } from '../src/api.ts';
import type { App } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { docsOf } from '../src/http/docs/docs.ts';
import { openApi } from '../src/http/openapi/document.ts';

/** Budgets in bytes: `docsPage` for a page of /docs with its style and script, `docsInAll` for all of them after gzip -9. */
type Budgets = { docsPage: number; docsInAll: number };

const BUDGETS = JSON.parse(readFileSync(new URL('./web-budgets.json', import.meta.url), 'utf8')) as Budgets;
const FILES = ['docs.css', 'docs.js'].map((name) =>
  readFileSync(new URL(`../templates/docs/${name}`, import.meta.url)),
);
/** As long as addresses of servers are. */
const URL_OF_SERVER = 'https://chat.example.com';

/**
 * The sizes of the pages of /docs, as a sentence.
 * @throws Error when a page, or all together, are larger than bin/web-budgets.json allows
 */
export function checkDocs({ docsPage, docsInAll } = BUDGETS): string {
  const pages = pagesOfDocs();
  const files = FILES.reduce((sum, { length }) => sum + length, 0);
  const inAll = [...FILES, ...pages.values()].reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  const tooLarge = [...pages].filter(([, { length }]) => length + files > docsPage);
  const largest = Math.max(...[...pages.values()].map(({ length }) => length)) + files;
  const said = `/docs: ${pages.size} pages, at most ${largest} of ${docsPage} bytes; all after gzip -9: ${inAll} of ${docsInAll}`;
  if (tooLarge.length > 0 || inAll > docsInAll) {
    throw new Error(`too large for bin/web-budgets.json: ${said}; ${tooLarge.map(([path]) => path).join(', ')}`);
  }
  return said;
}

/** Every page, as a server without settings has it, by its path. */
function pagesOfDocs(): Map<string, Buffer> {
  const dialect = 'spec';
  const config = loadConfig(undefined, {}, { data_dir: '/nonexistent' });
  const routes = allRoutes({ config, installation: { publicUrl: URL_OF_SERVER, dialect } } as App);
  const { pages } = docsOf(openApi(routes, URL_OF_SERVER, dialect));
  return new Map([...pages].map(([path, make]) => [path, Buffer.from(make())]));
}
