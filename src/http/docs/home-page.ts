import { html, type Html, join } from './html.ts';
import { type Link, type Menu, pageHtml, plainLink } from './page.ts';
import { partsOf } from './section-page.ts';
import type { Section } from './sections.ts';

/** Where one begins: the guides, and every operation and event by its section. */
export function homePage(menu: Menu, version: string, sections: readonly Section[]): string {
  const body = html`<h1>${menu.name} <small>${version}</small></h1>
    <p>
      How to use and run this server. The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).
    </p>
    <h2>Guides</h2>
    <ul>
      ${join(menu.guides.map(plainLink))}
    </ul>
    <h2>Operations and events</h2>
    ${join(sections.map(sectionHtml))}`;
  return pageHtml({ title: menu.name, href: '/docs', body }, menu);
}

/** Its operations have the ids that they have on the page of the section, so that /docs#ID leads there. */
function sectionHtml(section: Section): Html {
  return html`<details>
    <summary><h3>${section.title}</h3></summary>
    <ul>
      ${join(partsOf(section).map(partHtml))}
    </ul>
  </details> `;
}

const partHtml = ({ title, href }: Link): Html =>
  html`<li id="${href.split('#')[1] ?? ''}"><a href="${href}">${title}</a></li>`;
