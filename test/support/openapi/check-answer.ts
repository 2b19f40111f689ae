import { type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, openApi, type Operation } from '../../../src/http/openapi/document.ts';
import type { Dialect } from '../../../src/dialect.ts';
import { TESTED_DIALECT } from './dialect.ts';
import { openAjv } from './open-ajv.ts';
import { allRoutes } from './routes.ts';

/** What the checks need of an answer. */
type Checked = { status: number; headers: Headers; body: unknown; text: string };
type Response = { content?: Record<string, { schema: object }> };
type Known = { pattern: RegExp; operation: Operation };

const FAILURE = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;
/** The id of a document in the validators, so that parts that many schemas refer to are compiled once. */
const idOf = (dialect: Dialect) => `parley:${dialect}`;
const documents = new Map<Dialect, Document>();
const operationsIn = new Map<Dialect, Map<string, Known[]>>();
const validators = new Map<object, ValidateFunction>();
const ajv = openAjv();

/** The API in a dialect as /openapi.json shows it. */
export function readDocument(dialect = TESTED_DIALECT): Document {
  const document =
    documents.get(dialect) ?? (JSON.parse(JSON.stringify(openApi(allRoutes(dialect), '', dialect))) as Document);
  documents.set(dialect, document);
  return document;
}

/** @throws Error when the document of the dialect does not allow this answer to the request */
export function checkAnswer(method: string, path: string, answer: Checked, dialect = TESTED_DIALECT): void {
  const operation = operationFor(method, path, dialect);
  const name = `${method} ${path.replace(/\?.*/s, '')}`;
  if (!operation) return check(`${name}, which is no operation,`, FAILURE, answer, dialect);
  const response = operation.responses[String(answer.status)];
  if (!response) {
    const declared = Object.keys(operation.responses).join(', ');
    throw new Error(`${name} answered ${answer.status}; declared are ${declared}: ${answer.text.slice(0, 500)}`);
  }
  check(name, followReference(response, dialect) as Response, answer, dialect);
}

/** The part of the document that `part` refers to; `part` itself if it refers to none. */
export function followReference(part: object, dialect = TESTED_DIALECT): object {
  const [, kind = '', name = ''] = REFERENCE.exec((part as { $ref?: string }).$ref ?? '') ?? [];
  if (kind === '') return part;
  return (readDocument(dialect).components as unknown as Record<string, Record<string, object>>)[kind]![name]!;
}

/** The part of the document with every reference in it replaced by what it refers to. */
export function whole<T>(part: T, dialect = TESTED_DIALECT): T {
  if (Array.isArray(part)) return part.map((item) => whole(item as unknown, dialect)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const referred = followReference(part, dialect);
  if (referred !== part) return whole(referred as T, dialect);
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, whole(inner as unknown, dialect)])) as T;
}

/** The operation that serves the path in any of its spellings (http/request.ts); undefined if there is none. */
export function operationFor(method: string, path: string, dialect = TESTED_DIALECT): Operation | undefined {
  const verb = method === 'PUT' ? 'PATCH' : method === 'HEAD' ? 'GET' : method;
  const [plain = ''] = path.split('?');
  const exact = plain.startsWith('/files/') || plain === '/openapi.json';
  const served = exact ? plain : plain.replace(/(?<=[^/])\/$/, '').replace(/(?<=[^/])\.json$/, '');
  return operations(dialect)
    .get(kindOf(verb, served))
    ?.find(({ pattern }) => pattern.test(served))?.operation;
}

/**
 * All operations by method and number of segments, as the router tries them: paths with a fixed segment before those
 * with a parameter in its place.
 */
function operations(dialect: Dialect): Map<string, Known[]> {
  const found = operationsIn.get(dialect) ?? readOperations(readDocument(dialect));
  operationsIn.set(dialect, found);
  return found;
}

function readOperations({ paths }: Document): Map<string, Known[]> {
  return Map.groupBy(
    Object.entries(paths)
      .toSorted(([a], [b]) => (lastly(a) < lastly(b) ? -1 : 1))
      .flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
          kind: kindOf(method.toUpperCase(), path),
          pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          operation,
        })),
      ),
    ({ kind }) => kind,
  );
}

const kindOf = (method: string, path: string) => `${method} ${path.split('/').length}`;

const lastly = (path: string) => path.replaceAll('{', '\uffff');

function check(name: string, { content }: Response, { status, headers, body, text }: Checked, dialect: Dialect): void {
  if (!content) {
    if (text !== '') throw new Error(`${name} answered ${status} with a body; declared is none: ${text.slice(0, 500)}`);
    return;
  }
  const forms = Object.entries(content);
  const given = forms.find(([type]) => headers.get('content-type')?.startsWith(type));
  const [type = '', { schema = {} } = {}] = given ?? forms[0] ?? [];
  if (type !== 'application/json') return;
  if (!headers.get('content-type')?.startsWith(type)) {
    throw new Error(`${name} answered ${status} as ${headers.get('content-type')}; declared is ${type}`);
  }
  const validate = validatorOf(schema, dialect);
  if (!validate(body)) {
    const wrong = (validate.errors ?? []).slice(0, 8).map((error) => `  ${sentence(error)}`);
    throw new Error(`${name} answered ${status} not as declared:\n${wrong.join('\n')}\n${text.slice(0, 2000)}`);
  }
}

/**
 * A function that tells whether a value matches this schema of the document, and keeps what is wrong in its `errors`.
 */
export function validatorOf(schema: object, dialect = TESTED_DIALECT): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const id = idOf(dialect);
  if (!ajv.getSchema(id)) ajv.addSchema({ $id: id, components: readDocument(dialect).components });
  const made = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${id}#/components/`)));
  validators.set(schema, made);
  return made;
}

/** The error in one line: `/name must be string {"type":"string"}`. */
export function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}
