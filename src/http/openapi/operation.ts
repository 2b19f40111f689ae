import { integer, text, type Shape } from '../../wire/shape.ts';
import { keepsAnswers, type MountedRoute } from '../routes/mount.ts';
import { rolesOf, scopeFor } from '../permissions.ts';
import { wholeQuery } from '../routes/page.ts';
import type { FrameSpec, SocketSpec } from '../routes/route.ts';
import { exampleOf, withFile } from './examples.ts';
import { formExample, formSchema } from './form-schema.ts';
import { withFieldWords } from './field-words.ts';
import { fieldsOf, inputSchema } from './input-schema.ts';
import { operationIdOf, pathParametersOf, tagOf, titleOf } from './names.ts';
import { responsesOf } from './responses.ts';

/** Any of these identifies the caller; a session is returned by signing in. */
const SECURITY = [{ api_access_token: [] }, { bearer: [] }, { session_token: [], session_client: [], session_uid: [] }];
/** The same for the Application API, which pages of this server use as well. */
const APPLICATION_SECURITY = [...SECURITY, { session_cookie: [] }];

/** One route as the document shows it. */
export function operationOf(route: MountedRoute) {
  const roles = rolesOf(route);
  const isOpen = roles.includes('anyone');
  const body = bodyOf(route);
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    // Tools that show a description do not show the summary.
    description: [`${route.summary}.`, ...(route.description ? [route.description] : []), callersOf(roles)].join(' '),
    tags: [tagOf(route)],
    'x-permission': route.permission,
    'x-roles': roles,
    ...(!isOpen && { 'x-scope': scopeFor(route) }),
    security: isOpen ? [] : route.entrance.caller === 'application' ? APPLICATION_SECURITY : SECURITY,
    parameters: [
      ...pathParameters(route),
      ...entranceParameters(route),
      ...queryParameters(route),
      ...headerParameters(route),
    ],
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
    ...(route.socket && { 'x-socket': socketOf(route.socket) }),
  };
}

/** The frames of a socket, as an extension, because OpenAPI cannot describe sockets. */
function socketOf({ protocols, sends, takes }: SocketSpec) {
  const framesOf = (frames: readonly FrameSpec[]) =>
    frames.map(({ name, summary, shape }) => ({ name, summary, schema: shape, example: exampleOf(shape) }));
  return { subprotocols: protocols, sends: framesOf(sends), takes: framesOf(takes) };
}

function callersOf(roles: readonly string[]): string {
  if (roles.includes('anyone')) return 'Needs no token.';
  return `For: ${roles.map((role) => role.replaceAll('_', ' ')).join(', ')}.`;
}

/** The path's parameters: ids are numbers, others text. */
function pathParameters({ path }: MountedRoute) {
  return pathParametersOf(path).map(({ shown: name }) => {
    const schema = name.endsWith('_id') ? { ...integer, minimum: 0 } : text;
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, name) };
  });
}

function queryParameters(route: MountedRoute) {
  const query = wholeQuery(route);
  return query === undefined ? [] : fieldsOf(inputSchema(query)).map(queryParameter);
}

/** A query parameter; lists are written as `labels[]=a&labels[]=b`. */
function queryParameter({ name, schema, required }: { name: string; schema: Shape; required: boolean }) {
  const example = required && { example: exampleOf(schema, name) };
  if (schema['type'] === 'array') {
    return { name: `${name}[]`, in: 'query', required, style: 'form', explode: true, schema, ...example };
  }
  if (schema['type'] === 'object') return { name, in: 'query', required, style: 'deepObject', explode: true, schema };
  return { name, in: 'query', required, schema, ...example };
}

/** The parameters of every request from a website's visitor. */
function entranceParameters({ entrance }: MountedRoute) {
  if (entrance.caller !== 'visitor') return [];
  return ['WebsiteToken', 'VisitorToken'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function headerParameters(route: MountedRoute) {
  if (!keepsAnswers(route)) return [];
  return [{ $ref: '#/components/parameters/IdempotencyKey' }];
}

/** The body: JSON, and a form where there are files. `x-under` is the name under which the fields may stand as well. */
function bodyOf(route: MountedRoute) {
  const { body, name, files = [], example } = route;
  const given = body === undefined ? [] : 'choose' in body ? body.schemas : [body];
  if (given.length === 0 && files.length === 0) return null;
  const title = titleOf(route);
  const schemas = given.map((schema) => named(`${title}Body`, withFieldWords(inputSchema(schema), tagOf(route))));
  const json = { schema: oneForm(schemas), ...(example && { example }) };
  return {
    required: schemas.length === 0 || schemas.some(isNeeded),
    content: {
      ...(schemas.length > 0 && { 'application/json': json }),
      ...(files.length > 0 && { 'multipart/form-data': withUploads(route, `${title}Form`, schemas) }),
    },
    ...(name !== undefined && { 'x-under': name }),
  };
}

/** The schema with a title, which includes the kind if there are several. */
function named(title: string, { title: kind = '', ...schema }: Shape): Shape {
  return { title: `${title}${String(kind)}`, ...schema };
}

/** The form with its files, which are required in a form without other fields. */
function withUploads({ files = [], example = {} }: MountedRoute, title: string, schemas: readonly Shape[]) {
  const [schema = {}] = schemas;
  const form = formSchema(schema, files);
  return {
    schema: { title, ...form, ...(schemas.length === 0 && { required: files }) },
    example: withFile(formExample(schema, example), files),
  };
}

/** A single schema as it is; several kinds of body as `anyOf`. */
function oneForm(schemas: readonly Shape[]): Shape {
  const [only = {}, ...others] = schemas;
  return others.length === 0 ? only : { type: 'object', anyOf: schemas };
}

/** Whether a body of this kind cannot be left out. */
function isNeeded(schema: Shape): boolean {
  return schema['required'] !== undefined || schema['anyOf'] !== undefined;
}
