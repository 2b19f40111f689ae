import type { Shape } from '../../wire/shape.ts';
import { curlsOf } from './curl.ts';
import type { Document, Operation } from './document.ts';
import { code, html, type Html, join, prose } from './html.ts';
import { schemaHtml } from './schema-html.ts';
import { EVENTS_TAG } from './webhooks.ts';

type Listed = { path: string; method: string; operation: Operation };
type Parameter = { name: string; in: string; required?: boolean; schema: Shape; description?: string };
type Content = { schema: Shape; example?: unknown };
type Contents = Record<string, Content>;
/** What is said of an operation and of an event alike. */
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: readonly object[];
  requestBody?: { content: object };
};
type Entry = { id: string; title: Html };

/** The document for people: every operation, by the part of the API that it belongs to. It reads the same without its script. */
export function pageOf(document: Document): string {
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
          <p>The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
          <section>${join(guide.map(({ html: part }) => part))}</section>
          ${join(tags.map(([tag, listed]) => section(tag, join(listed.map((each) => article(each, document))))))}
          ${section(EVENTS_TAG, join(events.map((event) => eventArticle(event, document))))}
          <section id="schemas">
            <h2>Schemas</h2>
            ${join(shownSchemas(document, operations).map(([name, schema]) => component(name, schema)))}
          </section>
        </main>
      </body>
    </html> `.text;
}

/** The parts of the guide: a heading each, but for the first, and paragraphs. */
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

function article({ path, method, operation }: Listed, document: Document): Html {
  return html`<article id="${operation.operationId}">
    <h3><b class="${method}">${method}</b> <code>${path}</code></h3>
    <p><strong>${prose(operation.summary)}.</strong> ${prose(operation.description)}</p>
    ${parametersHtml('Parameters', operation, document)} ${bodyHtml(operation, document)}
    <h4>Answers</h4>
    ${join(Object.entries(operation.responses).map(([status, response]) => responseHtml(status, response, document)))}
    <h4>Try it</h4>
    ${join(curlsOf({ path, method, operation }, document.servers[0]?.url ?? '').map(code))}
  </article> `;
}

/** What a receiver gets. */
function eventArticle(event: Described, document: Document): Html {
  const [content] = Object.values((event.requestBody?.content ?? {}) as Contents);
  return html`<article id="${event.operationId}">
    <h3><code>${event.operationId.replace('receive_', '')}</code></h3>
    <p><strong>${event.summary}.</strong> ${prose(event.description ?? '')}</p>
    ${parametersHtml('Headers', event, document)}
    <h4>Body</h4>
    ${schemaHtml(content?.schema ?? {})}
    <details class="answer">
      <summary>Example</summary>
      ${jsonCode(content?.example)}
    </details>
  </article> `;
}

function parametersHtml(title: string, { parameters }: Described, document: Document): Html | string {
  if (parameters.length === 0) return '';
  return html`<h4>${title}</h4>
    <ul class="fields">
      ${join(parameters.map((parameter) => parameterHtml(resolve(parameter, document) as Parameter)))}
    </ul>`;
}

function parameterHtml({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<li>
    <code>${name}</code> <em>${place}${required ? ', required' : ''}</em> ${schemaHtml(schema)}
    ${prose(description ?? '')}
  </li>`;
}

function bodyHtml({ requestBody }: Operation, document: Document): Html | string {
  if (!requestBody) return '';
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content as Contents;
  const schemas = [json?.schema['anyOf'] ?? json?.schema ?? []].flat() as Shape[];
  const flat = schemas.filter(({ $ref }) => $ref !== undefined).map((schema) => resolve(schema, document) as Shape);
  const [name] = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const uploads = (form?.schema['allOf'] as Shape[] | undefined)?.[1] ?? (json ? undefined : form?.schema);
  return html`<h4>Body <em>${Object.keys(requestBody.content).join(', ')}</em></h4>
    ${name === undefined ? '' : prose(`The fields may stand under \`${name}\`, too.`)}
    ${flat.length > 1 ? join(flat.map((schema) => component(String(schema['title']), schema))) : schemaHtml(flat[0] ?? uploads ?? {})}
    ${
      json && uploads
        ? html`<p>Files, in a multipart form:</p>
            ${schemaHtml(uploads)}`
        : ''
    }
    ${json?.example ? jsonCode(json.example) : ''}`;
}

function responseHtml(status: string, response: object, document: Document): Html {
  const { description, content = {} } = resolve(response, document) as { description: string; content?: Contents };
  const [shown] = Object.values(content);
  const head = html`<b>${status}</b> ${prose(description)}`;
  if (!shown || Number(status) >= 400) return html`<p class="answer">${head}</p>`;
  return html`<details class="answer">
    <summary>${head}</summary>
    ${schemaHtml(shown.schema)} ${shown.example === undefined ? '' : jsonCode(shown.example)}
  </details>`;
}

function component(name: string, schema: Shape): Html {
  return html`<details class="answer" id="schema-${name}">
    <summary><b>${name}</b></summary>
    ${schemaHtml({ ...schema, title: undefined })}
  </details> `;
}

/** Those that are not shown as the body of their operation. */
function shownSchemas({ components }: Document, operations: Listed[]): [string, Shape][] {
  const bodies = JSON.stringify(operations.map(({ operation }) => operation.requestBody));
  return Object.entries(components.schemas).filter(([name]) => !bodies.includes(`"#/components/schemas/${name}"`));
}

const jsonCode = (value: unknown) => code(JSON.stringify(value, null, 2));

/** What a reference to one of the document's own parts stands for. */
function resolve(part: object, document: Document): object {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return (document.components as unknown as Record<string, Record<string, object>>)[kind]?.[name] ?? {};
}
