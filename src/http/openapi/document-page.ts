import type { Shape } from '../../wire/shape.ts';
import type { Document, Operation } from './document.ts';
import { html, type Html, join, prose } from './html.ts';
import { articleOf, componentHtml, type Described, eventArticle, type Listed } from './operation-html.ts';
import { EVENTS_TAG } from './webhooks.ts';

/** What operations and events have in common. */
type Entry = { id: string; title: Html };

/**
 * The document as an HTML page: the guide, every operation by its section, the events, and the other schemas. It is
 * complete without its script.
 */
export function documentPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const tags = [...byTag].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const guide = guideOf(document.info.description);
  const events = Object.values(document.webhooks).map(({ post }): Described => post);
  const { title, version } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} ${version}: the API</title>
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/docs.js" defer></script>
      </head>
      <body>
        <nav>
          <h1>${title} <small>${version}</small></h1>
          <input
            type="search"
            id="search"
            placeholder="Search ${operations.length} operations"
            aria-label="Search operations"
            hidden
          />
          <p id="none" hidden>Nothing has all of these words.</p>
          ${contents('guide', guide)} ${join(tags.map(([tag, listed]) => contents(tag, listed.map(entryOf))))}
          ${contents(EVENTS_TAG, events.map(eventEntry))}
        </nav>
        <main>
          <p>
            The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). How inboxes are set up at
            their providers: <a href="/docs/channels">channels, step by step</a>.
          </p>
          <section>${join(guide.map(({ html: part }) => part))}</section>
          ${join(tags.map(([tag, listed]) => section(tag, join(listed.map((each) => articleOf(each, document))))))}
          ${section(EVENTS_TAG, join(events.map((event) => eventArticle(event, document))))}
          <section id="schemas">
            <h2>Schemas</h2>
            ${join(shownSchemas(document, operations).map(([name, schema]) => componentHtml(name, schema)))}
          </section>
        </main>
      </body>
    </html> `.text;
}

/** The sections of the guide: each has a heading, except the first, and paragraphs. */
function guideOf(markdown: string): (Entry & { html: Html })[] {
  return markdown.split(/^## /m).map((part, index) => {
    const [heading = '', ...rest] = index === 0 ? ['Requests', part] : part.split('\n');
    const id = `guide-${heading.toLowerCase().replaceAll(/\W+/g, '-')}`;
    const paragraphs = rest
      .join('\n')
      .split(/\n\n+/)
      .filter((text) => text.trim() !== '');
    const title = html`${heading}`;
    return {
      id,
      title,
      html: html`<article id="${id}">
        <h3>${title}</h3>
        ${join(paragraphs.map(paragraph))}
      </article> `,
    };
  });
}

const paragraph = (text: string) => html`<p>${prose(text.trim())}</p>`;

function entryOf({ operation, method }: Listed): Entry {
  return { id: operation.operationId, title: html`<b class="${method}">${method}</b> ${operation.summary}` };
}

const eventEntry = ({ operationId, summary }: Described): Entry => ({ id: operationId, title: html`${summary}` });

function contents(tag: string, entries: Entry[]): Html {
  return html`<details class="tag">
    <summary>${tag}</summary>
    <ul>
      ${join(entries.map(({ id, title }) => html`<li data-for="${id}"><a href="#${id}">${title}</a></li>`))}
    </ul>
  </details> `;
}

function section(tag: string, articles: Html): Html {
  return html`<section>
    <h2>${tag}</h2>
    ${articles}
  </section> `;
}

/** The schemas that are not already shown as the body of an operation. */
function shownSchemas({ components }: Document, operations: Listed[]): [string, Shape][] {
  const bodies = JSON.stringify(operations.map(({ operation }) => operation.requestBody));
  return Object.entries(components.schemas).filter(([name]) => !bodies.includes(`"#/components/schemas/${name}"`));
}
