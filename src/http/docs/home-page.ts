import { groupsOf, type Group } from './groups.ts';
import { firstCalls } from './first-calls.ts';
import { code, html, type Html, join } from './html.ts';
import { type Link, type Menu, pageHtml, plainLink } from './page.ts';
import { partsOf } from './section-page.ts';
import type { Section } from './sections.ts';

/** Starting points by the reader's task. */
const BEGINNINGS: readonly (Link & { text: string })[] = [
  { title: 'Answer customers', href: '/docs/who-answers', text: 'Where your team works, and what each way needs.' },
  { title: 'Let customers write', href: '/docs/channels', text: 'Chat on a website, mail, WhatsApp, SMS and others.' },
  {
    title: 'Write a program',
    href: '/docs/requests',
    text: 'A bot, a bridge or an app, with a token and a few requests.',
  },
  { title: 'Run a server', href: '/docs/operating', text: 'Install it, upgrade it, keep it safe.' },
];

/** The home page: starting points, first requests to the server at `url`, the guides, and all operations and events by group. */
export function homePage(menu: Menu, version: string, sections: readonly Section[], url: string): string {
  const body = html`<h1>${menu.name} <small>${version}</small></h1>
    <p>
      How to use and run this server. The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).
    </p>
    <ul class="beginnings">
      ${join(BEGINNINGS.map(({ title, href, text }) => html`<li><a href="${href}">${title}</a> ${text}</li>`))}
    </ul>
    <h2>Try the API</h2>
    ${join(
      firstCalls(url).map(
        ({ text, lines }) =>
          html`<p>${text}</p>
            ${code(lines)}`,
      ),
    )}
    <h2>Guides</h2>
    <ul class="columns">
      ${join(menu.guides.map(plainLink))}
    </ul>
    ${join(groupsOf(sections).map(groupHtml))}`;
  return pageHtml({ title: menu.name, href: '/docs', body }, menu);
}

const groupHtml = ({ title, sections }: Group): Html =>
  html`<h2>${title}</h2>
    ${join(sections.map(sectionHtml))}`;

/** A section's operations, with the same ids as on the page of the section, so that /docs#ID leads to them. */
function sectionHtml(section: Section): Html {
  const parts = partsOf(section);
  return html`<details>
    <summary>
      <h3>${section.title}</h3>
      <small>${parts.length}</small>
    </summary>
    <ul>
      ${join(parts.map(partHtml))}
    </ul>
  </details> `;
}

const partHtml = ({ title, href }: Link): Html =>
  html`<li id="${href.split('#')[1] ?? ''}"><a href="${href}">${title}</a></li>`;
