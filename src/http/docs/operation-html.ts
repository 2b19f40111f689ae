import type { Shape } from '../../wire/shape.ts';
import type { Document, Operation } from '../openapi/document.ts';
import { filesIn } from '../openapi/form-schema.ts';
import { curlsOf } from './curl.ts';
import { exampleHtml } from './example-html.ts';
import { code, html, type Html, join, prose } from './html.ts';
import { schemaHtml } from './schema-html.ts';

export type Listed = { path: string; method: string; operation: Operation };
type Parameter = { name: string; in: string; required?: boolean; schema: Shape; description?: string };
type Content = { schema: Shape; example?: unknown };
type Contents = Record<string, Content>;
type Answer = { status: string; description: string; type: string | undefined; content: Content | undefined };
/** The common part of an operation and an event. */
export type Described = {
  operationId: string;
  summary: string;
  description?: string;
  parameters: readonly object[];
  requestBody?: { content: object };
};

/** The article about an operation: an example request and answer, then its parameters, body and answers. */
export function articleOf(listed: Listed, document: Document): Html {
  const { path, method, operation } = listed;
  const answers = answersOf(operation, document);
  return html`<article id="${operation.operationId}">
    <h2>
      <a href="#${operation.operationId}"><b class="${method}">${method}</b> <code>${path}</code></a>
    </h2>
    <p><strong>${prose(operation.summary)}.</strong> ${prose(detailsOf(operation))}</p>
    ${operation['x-socket'] ? '' : examplesHtml(listed, answers.find(isSuccess) ?? answers[0], document)}
    ${parametersHtml(operation, document)} ${bodyHtml(operation, document)}
    <h3>Answers</h3>
    <ul class="answers">
      ${join(answers.map(answerHtml))}
    </ul>
    ${operation['x-socket'] ? framesHtml(operation['x-socket']) : ''}
  </article> `;
}

/** The description after its first sentence, which is the summary. */
export function detailsOf({ summary, description }: Operation): string {
  return description.replace(`${summary}. `, '');
}

const isSuccess = ({ status }: Answer) => Number(status) < 400;

/** What the operation answers, by its status. */
function answersOf({ responses }: Operation, document: Document): Answer[] {
  return Object.entries(responses).map(([status, response]) => {
    const { description, content = {} } = resolve(response, document) as { description: string; content?: Contents };
    const [[type, first] = []] = Object.entries(content);
    return { status, description, type, content: first };
  });
}

/** The example request as a shell command, and the answer. */
function examplesHtml(listed: Listed, answer: Answer | undefined, document: Document): Html {
  return html`<h3>Request</h3>
    ${join(curlsOf(listed, document.servers[0]?.url ?? '').map(code))}
    <h3>Answer ${answer?.status ?? ''}</h3>
    ${answer?.content?.example === undefined ? withoutExample(answer) : exampleHtml(answer.content.example)}`;
}

function withoutExample(answer: Answer | undefined): Html {
  return answer?.content ? html`<p>A body of the type <code>${answer.type ?? ''}</code>.</p>` : html`<p>No body.</p>`;
}

function framesHtml({ sends, takes }: NonNullable<Operation['x-socket']>): Html {
  const shown = (frames: typeof sends) =>
    join(
      frames.map(
        ({ name, summary, schema, example }) =>
          html`<details class="answer">
            <summary><code>${name}</code> ${prose(summary)}</summary>
            ${schemaHtml(schema)} ${exampleHtml(example)}
          </details>`,
      ),
    );
  return html`<h3>Frames from the server</h3>
    ${shown(sends)}
    <h3>Frames from the client</h3>
    ${shown(takes)}`;
}

/** The article about an event: the body that receivers get. */
export function eventArticle(event: Described): Html {
  const [content] = Object.values((event.requestBody?.content ?? {}) as Contents);
  return html`<article id="${event.operationId}">
    <h2>
      <a href="#${event.operationId}"><code>${event.operationId.replace('receive_', '')}</code></a>
    </h2>
    <p><strong>${event.summary}.</strong> ${prose(event.description ?? '')}</p>
    <h3>Example</h3>
    ${exampleHtml(content?.example)}
    <h3>Body</h3>
    <p>${schemaHtml(content?.schema ?? {})}</p>
  </article> `;
}

/** The headers that every event is sent with. */
export function headersHtml(event: Described, document: Document): Html {
  return html`<article id="headers">
    <h2><a href="#headers">Headers of every event</a></h2>
    ${parameterListHtml(event, document)}
  </article> `;
}

function parametersHtml(operation: Described, document: Document): Html | string {
  if (operation.parameters.length === 0) return '';
  return html`<h3>Parameters</h3>
    ${parameterListHtml(operation, document)}`;
}

function parameterListHtml({ parameters }: Described, document: Document): Html {
  return html`<ul class="fields">
    ${join(parameters.map((parameter) => parameterHtml(resolve(parameter, document) as Parameter)))}
  </ul>`;
}

function parameterHtml({ name, in: place, required, schema, description }: Parameter): Html {
  return html`<li>
    <code>${name}</code> <small>${place}${required ? ', required' : ''}</small> ${schemaHtml(schema)}
    ${prose(description ?? '')}
  </li>`;
}

function bodyHtml({ requestBody }: Operation, document: Document): Html | string {
  if (!requestBody) return '';
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content as Contents;
  const kinds = [json?.schema['anyOf'] ?? json?.schema ?? []].flat() as Shape[];
  const schemas = kinds.map((schema) => resolve(schema, document) as Shape);
  const uploads = form && filesIn(resolve(form.schema, document) as Shape);
  const name = requestBody['x-under'];
  return html`<h3>Body <small>${Object.keys(requestBody.content).join(', ')}</small></h3>
    ${name === undefined ? '' : html`<p>The fields may stand under <code>${name}</code>, too.</p>`}
    ${schemas.length > 1 ? join(schemas.map((schema) => componentHtml(String(schema['title']), schema))) : schemaHtml(schemas[0] ?? uploads ?? {})}
    ${
      json && uploads
        ? html`<p>Files, in a multipart form:</p>
            ${schemaHtml(uploads)}`
        : ''
    }`;
}

/** A success with its schema, an error as a line. */
function answerHtml(answer: Answer): Html {
  const { status, description, content } = answer;
  const schema = content && isSuccess(answer) ? schemaHtml(content.schema) : '';
  return html`<li><b>${status}</b> ${prose(description)} ${schema}</li>`;
}

/** A schema under its name. */
export function componentHtml(name: string, schema: Shape): Html {
  return html`<details class="answer" id="schema-${name}">
    <summary><b>${name}</b></summary>
    ${schemaHtml({ ...schema, title: undefined })}
  </details> `;
}

/** The part of the document that `part` refers to, or `part` itself if it is not a reference. */
function resolve(part: object, document: Document): object {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part;
  const [kind = '', name = ''] = $ref.split('/').slice(-2);
  return (document.components as unknown as Record<string, Record<string, object>>)[kind]?.[name] ?? {};
}
