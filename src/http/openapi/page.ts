import type { Shape } from '../../shapes.ts';
import { curlOf } from './curl.ts';
import type { Document, Operation } from './document.ts';
import { html, type Html, join } from './html.ts';
import { schemaHtml } from './schema-html.ts';

type Listed = { path: string; method: string; operation: Operation };
type Parameter = { name: string; in: string; required?: boolean; schema: Shape; description?: string };

/** The document for people: every operation, by the part of the API that it belongs to. It reads the same without its script. */
export function pageOf(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ path, method, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '');
  const tags = [...byTag].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const { title, version, description } = document.info;
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
          ${join(tags.map(([tag, listed]) => contents(tag, listed)))}
        </nav>
        <main>
          <p>${description} The same for programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
          ${join(tags.map(([tag, listed]) => section(tag, listed, document)))}
          <section id="schemas">
            <h2>Schemas</h2>
            ${join(Object.entries(document.components.schemas).map(([name, schema]) => component(name, schema)))}
          </section>
        </main>
      </body>
    </html> `.text;
}

function contents(tag: string, listed: Listed[]): Html {
  return html`<details class="tag">
    <summary>${tag}</summary>
    <ul>
      ${join(
        listed.map(
          ({ operation, method }) =>
            html`<li data-for="${operation.operationId}">
              <a href="#${operation.operationId}"><b class="${method}">${method}</b> ${operation.summary}</a>
            </li>`,
        ),
      )}
    </ul>
  </details> `;
}

function section(tag: string, listed: Listed[], document: Document): Html {
  return html`<section>
    <h2>${tag}</h2>
    ${join(listed.map((each) => article(each, document)))}
  </section> `;
}

function article({ path, method, operation }: Listed, document: Document): Html {
  const parameters = operation.parameters.map((parameter) => resolve(parameter, document));
  const curl = curlOf({ path, method, operation }, document.servers[0]?.url ?? '');
  return html`<article id="${operation.operationId}">
    <h3><b class="${method}">${method}</b> <code>${path}</code></h3>
    <p><strong>${operation.summary}.</strong> ${operation.description}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <ul class="fields">
              ${join(parameters.map(parameterHtml))}
            </ul>`
        : ''
    }
    ${bodyHtml(operation)}
    <h4>Answers</h4>
    ${join(Object.entries(operation.responses).map(([status, response]) => responseHtml(status, response)))}
    <h4>Try it</h4>
    <pre><code>${curl}</code></pre>
  </article> `;
}

function parameterHtml({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<li>
    <code>${name}</code> <em>${place}${required ? ', required' : ''}</em> ${schemaHtml(schema)} ${description ?? ''}
  </li>`;
}

function bodyHtml({ requestBody }: Operation): Html | string {
  if (!requestBody) return '';
  const contents = requestBody.content as Record<string, { schema: Shape }>;
  const [schema] = Object.values(contents)
    .map((content) => content.schema)
    .slice(-1);
  return html`<h4>Body <em>${Object.keys(contents).join(', ')}</em></h4>
    ${schemaHtml(schema ?? {})}`;
}

function responseHtml(status: string, response: object): Html {
  const { description, content = {} } = response as {
    description: string;
    content?: Record<string, { schema: Shape }>;
  };
  const [schema] = Object.values(content).map((each) => each.schema);
  const head = html`<b>${status}</b> ${description}`;
  if (!schema || Number(status) >= 400) return html`<p class="answer">${head}</p>`;
  return html`<details class="answer" open>
    <summary>${head}</summary>
    ${schemaHtml(schema)}
  </details>`;
}

function component(name: string, schema: Shape): Html {
  return html`<details class="answer" id="schema-${name}">
    <summary><b>${name}</b></summary>
    ${schemaHtml({ ...schema, title: undefined })}
  </details> `;
}

/** What a reference to one of the document's own parts stands for. */
function resolve(parameter: object, document: Document): Parameter {
  const { $ref } = parameter as { $ref?: string };
  if ($ref === undefined) return parameter as Parameter;
  return (document.components.parameters as Record<string, Parameter>)[$ref.split('/').at(-1) ?? ''] as Parameter;
}
