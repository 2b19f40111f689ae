import type { Shape } from '../../wire/shape.ts';
import { curlsOf } from './curl.ts';
import type { Document, Operation } from './document.ts';
import { code, html, type Html, join, prose } from './html.ts';
import { schemaHtml } from './schema-html.ts';

export type Listed = { path: string; method: string; operation: Operation };
type Parameter = { name: string; in: string; required?: boolean; schema: Shape; description?: string };
type Content = { schema: Shape; example?: unknown };
type Contents = Record<string, Content>;
/** What is said of an operation and of an event alike. */
export type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: readonly object[];
  requestBody?: { content: object };
};

/** One operation: what it takes, what it answers, and how to try it. */
export function articleOf({ path, method, operation }: Listed, document: Document): Html {
  return html`<article id="${operation.operationId}">
    <h3><b class="${method}">${method}</b> <code>${path}</code></h3>
    <p><strong>${prose(operation.summary)}.</strong> ${prose(operation.description)}</p>
    ${parametersHtml('Parameters', operation, document)} ${bodyHtml(operation, document)}
    <h4>Answers</h4>
    ${join(Object.entries(operation.responses).map(([status, response]) => responseHtml(status, response, document)))}
    ${operation['x-socket'] ? framesHtml(operation['x-socket']) : tryHtml({ path, method, operation }, document)}
  </article> `;
}

function tryHtml(listed: Listed, document: Document): Html {
  return html`<h4>Try it</h4>
    ${join(curlsOf(listed, document.servers[0]?.url ?? '').map(code))}`;
}

function framesHtml({ sends, takes }: NonNullable<Operation['x-socket']>): Html {
  const shown = (frames: typeof sends) =>
    join(
      frames.map(
        ({ name, summary, schema, example }) =>
          html`<details class="answer">
            <summary><code>${name}</code> ${prose(summary)}</summary>
            ${schemaHtml(schema)} ${jsonCode(example)}
          </details>`,
      ),
    );
  return html`<h4>Frames from the server</h4>
    ${shown(sends)}
    <h4>Frames from the client</h4>
    ${shown(takes)}`;
}

/** The article about what a receiver of this event gets. */
export function eventArticle(event: Described, document: Document): Html {
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
    <code>${name}</code> <tx>${place}${required ? ', required' : ''}</tx> ${schemaHtml(schema)}
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
  return html`<h4>Body <tx>${Object.keys(requestBody.content).join(', ')}</tx></h4>
    ${name === undefined ? '' : prose(`The fields may stand under \`${name}\`, too.`)}
    ${flat.length > 1 ? join(flat.map((schema) => componentHtml(String(schema['title']), schema))) : schemaHtml(flat[0] ?? uploads ?? {})}
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

/** A schema under its name. */
export function componentHtml(name: string, schema: Shape): Html {
  return html`<details class="answer" id="schema-${name}">
    <summary><b>${name}</b></summary>
    ${schemaHtml({ ...schema, title: undefined })}
  </details> `;
}

const jsonCode = (value: unknown) => code(JSON.stringify(value, null, 2));

/** The part of the document that `part` refers to, or `part` itself if it is not a reference. */
function resolve(part: object, document: Document): object {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return (document.components as unknown as Record<string, Record<string, object>>)[kind]?.[name] ?? {};
}
