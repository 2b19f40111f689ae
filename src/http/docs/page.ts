import { html, type Html, join } from './html.ts';

/** A place that the menu of every page leads to. */
export type Link = { title: string; href: string };
/** The menu of every page: the guides, and the sections of operations. */
export type Menu = { name: string; guides: readonly Link[]; sections: readonly Link[] };

type Page = {
  title: string;
  /** The path of the page, which the menu marks as the current page. */
  href: string;
  body: Html;
  /** The parts of the page, below its own entry in the menu. */
  parts?: readonly Link[];
  /** What was searched for. */
  query?: string;
};

/** A whole page: a search, the menu and the body. It is complete without its script. */
export function pageHtml({ title, href, body, parts = [], query = '' }: Page, menu: Menu): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === menu.name ? title : `${title} · ${menu.name}`}</title>
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/docs.js" defer></script>
      </head>
      <body>
        <header>
          <a class="skip" href="#content">Skip to the content</a>
          <a class="name" href="/docs" ${href === '/docs' ? CURRENT : ''}>${menu.name}</a>
          <form role="search" action="/docs/search">
            <label for="q">Search</label>
            <input type="search" id="q" name="q" value="${query}" maxlength="200" autocomplete="off" />
            <button>Search</button>
          </form>
        </header>
        <nav aria-label="Guides and operations">
          <details class="menu">
            <summary>Contents</summary>
            ${linksHtml('Guides', menu.guides, href, parts)} ${linksHtml('Operations', menu.sections, href, parts)}
          </details>
        </nav>
        <main id="content" tabindex="-1">${body}</main>
      </body>
    </html> `.text;
}

const CURRENT: Html = { text: ' aria-current="page"' };

function linksHtml(title: string, links: readonly Link[], href: string, parts: readonly Link[]): Html {
  const isHere = links.some((link) => link.href === href);
  return html`<details${isHere || title === 'Guides' ? OPEN : ''}>
    <summary>${title}</summary>
    <ul>
      ${join(links.map((link) => linkHtml(link, href, parts)))}
    </ul>
  </details> `;
}

const OPEN: Html = { text: ' open' };

function linkHtml(link: Link, href: string, parts: readonly Link[]): Html {
  if (link.href !== href) return plainLink(link);
  const below =
    parts.length === 0
      ? ''
      : html`<ul>
          ${join(parts.map(plainLink))}
        </ul>`;
  return html`<li><a href="${link.href}" ${CURRENT}>${link.title}</a>${below}</li>`;
}

export const plainLink = ({ title, href }: Link): Html => html`<li><a href="${href}">${title}</a></li>`;
