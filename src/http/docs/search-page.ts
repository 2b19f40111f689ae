import { html, type Html, join } from './html.ts';
import { type Menu, pageHtml } from './page.ts';
import type { Entry, Found } from './search-index.ts';

/** The results of a query as a page; the script of the other pages shows its part `found` during typing. */
export function searchPage(query: string, found: Found, menu: Menu): string {
  const body = html`<h1>Search</h1>
    <div id="found">
      <p role="status">${sentenceOf(query, found)}</p>
      <ol class="found">
        ${join(found.entries.map(entryHtml))}
      </ol>
    </div>`;
  return pageHtml({ title: query === '' ? 'Search' : `Search: ${query}`, href: '/docs/search', body, query }, menu);
}

function sentenceOf(query: string, { entries, total, hasAll }: Found): string {
  if (query.trim() === '') return 'Enter words to search for, such as "create contact".';
  if (total === 0) return 'Nothing was found.';
  const number = total > entries.length ? `the best ${entries.length} of ${total} entries` : entryCount(total);
  return hasAll ? `Found: ${number}.` : `Nothing has all of these words. Found with some of them: ${number}.`;
}

const entryCount = (total: number) => (total === 1 ? '1 entry' : `${total} entries`);

function entryHtml({ href, title, kind, name }: Entry): Html {
  return html`<li>
    <a href="${href}">${title}</a> <small>${kind}</small> ${name === '' ? '' : html`<code>${name}</code>`}
  </li>`;
}
