import type { Document } from '../openapi/document.ts';
import { html, type Html, join } from './html.ts';
import { articleOf, componentHtml, eventArticle, headersHtml } from './operation-html.ts';
import { type Link, type Menu, pageHtml } from './page.ts';
import type { Section } from './sections.ts';

/** A section as a page: its operations or events, and its schemas. `places`: where each schema is, by its name. */
export function sectionPage(
  section: Section,
  { document, menu, places }: { document: Document; menu: Menu; places: ReadonlyMap<string, string> },
): string {
  const { title, href, description, operations, events, schemas } = section;
  const [event] = events;
  const body = html`<h1>${title}</h1>
    <p>${description}</p>
    ${join(operations.map((operation) => articleOf(operation, document)))} ${event ? headersHtml(event, document) : ''}
    ${join(events.map(eventArticle))} ${schemasHtml(schemas)}`;
  const page = pageHtml({ title, href, body, parts: partsOf(section) }, menu);
  return page.replaceAll(/href="#schema-([\w.]+)"/g, (_, name: string) => `href="${placeOf(name, href, places)}"`);
}

function schemasHtml(schemas: Section['schemas']): Html | string {
  if (schemas.length === 0) return '';
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${join(schemas.map(([name, schema]) => componentHtml(name, schema)))}
  </section> `;
}

/** The link to a schema on the page at `href`: only the fragment, if the schema is on the same page. */
function placeOf(name: string, href: string, places: ReadonlyMap<string, string>): string {
  const place = places.get(name) ?? '';
  return place.startsWith(`${href}#`) ? place.slice(href.length) : place;
}

/** The operations and events of the section, each with its place. */
export function partsOf({ href, operations, events }: Section): Link[] {
  return [
    ...operations.map(({ operation }) => ({
      title: operation.summary,
      href: `${href}#${operation.operationId}`,
    })),
    ...events.map(({ summary, operationId }) => ({ title: summary, href: `${href}#${operationId}` })),
  ];
}
