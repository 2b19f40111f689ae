import { type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, openApi, type Operation } from '../../../src/http/openapi/document.ts';
import { openAjv } from './open-ajv.ts';
import { allRoutes } from './routes.ts';

/** What the checks need of an answer. */
type Checked = { status: number; headers: Headers; body: unknown; text: string };
type Response = { content?: Record<string, { schema: object }> };
type Known = { pattern: RegExp; operation: Operation };

const FAILURE = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;
/** The id of the document in the validators, so that parts that many schemas refer to are compiled once. */
const DOCUMENT = 'parley:document';
const READ_ONCE: { document?: Document; operations?: Map<string, Known[]> } = {};
const validators = new Map<object, ValidateFunction>();
const ajv = openAjv();

/** The API as /openapi.json shows it. */
export function readDocument(): Document {
  return (READ_ONCE.document ??= JSON.parse(JSON.stringify(openApi(allRoutes(), ''))) as Document);
}

/** @throws Error when the document does not allow this answer to the request */
export function checkAnswer(method: string, path: string, answer: Checked): void {
  const operation = operationFor(method, path);
  const name = `${method} ${path.replace(/\?.*/s, '')}`;
  if (!operation) return check(`${name}, which is no operation,`, FAILURE, answer);
  const response = operation.responses[String(answer.status)];
  if (!response) {
    const declared = Object.keys(operation.responses).join(', ');
    throw new Error(`${name} answered ${answer.status}; declared are ${declared}: ${answer.text.slice(0, 500)}`);
  }
  check(name, followReference(response) as Response, answer);
}

/** The part of the document that `part` refers to; `part` itself if it refers to none. */
export function followReference(part: object): object {
  const [, kind = '', name = ''] = REFERENCE.exec((part as { $ref?: string }).$ref ?? '') ?? [];
  if (kind === '') return part;
  return (readDocument().components as unknown as Record<string, Record<string, object>>)[kind]![name]!;
}

/** The part of the document with every reference in it replaced by what it refers to. */
export function whole<T>(part: T): T {
  if (Array.isArray(part)) return part.map(whole) as T;
  if (typeof part !== 'object' || part === null) return part;
  const referred = followReference(part);
  if (referred !== part) return whole(referred as T);
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, whole(inner as unknown)])) as T;
}

/** The operation that serves the path in any of its spellings (http/request.ts); undefined if there is none. */
export function operationFor(method: string, path: string): Operation | undefined {
  const verb = method === 'PUT' ? 'PATCH' : method === 'HEAD' ? 'GET' : method;
  const [plain = ''] = path.split('?');
  const exact = plain.startsWith('/files/') || plain === '/openapi.json';
  const served = exact ? plain : plain.replace(/(?<=.)\/$/, '').replace(/\.json$/, '');
  return operations()
    .get(kindOf(verb, served))
    ?.find(({ pattern }) => pattern.test(served))?.operation;
}

/**
 * All operations by method and number of segments, as the router tries them: paths with a fixed segment before those
 * with a parameter in its place.
 */
function operations(): Map<string, Known[]> {
  return (READ_ONCE.operations ??= Map.groupBy(
    Object.entries(readDocument().paths)
      .toSorted(([a], [b]) => (lastly(a) < lastly(b) ? -1 : 1))
      .flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
          kind: kindOf(method.toUpperCase(), path),
          pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          operation,
        })),
      ),
    ({ kind }) => kind,
  ));
}

const kindOf = (method: string, path: string) => `${method} ${path.split('/').length}`;

const lastly = (path: string) => path.replaceAll('{', '\uffff');

function check(name: string, { content }: Response, { status, headers, body, text }: Checked): void {
  if (!content) {
    if (text !== '') throw new Error(`${name} answered ${status} with a body; declared is none: ${text.slice(0, 500)}`);
    return;
  }
  const [type = '', { schema = {} } = {}] = Object.entries(content)[0] ?? [];
  if (type !== 'application/json') return;
  if (!headers.get('content-type')?.startsWith(type)) {
    throw new Error(`${name} answered ${status} as ${headers.get('content-type')}; declared is ${type}`);
  }
  const validate = validatorOf(schema);
  if (!validate(body)) {
    const wrong = (validate.errors ?? []).slice(0, 8).map((error) => `  ${sentence(error)}`);
    throw new Error(`${name} answered ${status} not as declared:\n${wrong.join('\n')}\n${text.slice(0, 2000)}`);
  }
}

/**
 * A function that tells whether a value matches this schema of the document, and keeps what is wrong in its `errors`.
 */
export function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  if (!ajv.getSchema(DOCUMENT)) ajv.addSchema({ $id: DOCUMENT, components: readDocument().components });
  const made = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`)),
  );
  validators.set(schema, made);
  return made;
}

/** The error in one line: `/name must be string {"type":"string"}`. */
export function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)}`;
}
