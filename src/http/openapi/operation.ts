import type { AnyObjectSchema } from 'yup';
import { anything, integer, text, type Shape } from '../../shapes.ts';
import { pageQuery } from '../validate.ts';
import { fieldsOf, inputSchema } from './input-schema.ts';
import { operationIdOf, summaryOf, tagOf } from './names.ts';
import { happensOnce, type Route, rolesOf } from './read-routes.ts';
import { responsesOf } from './responses.ts';

/** Any of these says who calls; a session is what signing in answers. */
const SECURITY = [{ api_access_token: [] }, { bearer: [] }, { session_token: [], session_client: [], session_uid: [] }];
const PARAMETER = /:(\w+)/g;

/** One route as the document shows it. */
export function operationOf(route: Route) {
  const roles = rolesOf(route);
  const isOpen = roles.includes('anyone');
  const body = bodyOf(route);
  return {
    operationId: operationIdOf(route),
    summary: summaryOf(route),
    description: isOpen ? 'Needs no token.' : `For: ${roles.map((role) => role.replaceAll('_', ' ')).join(', ')}.`,
    tags: [tagOf(route)],
    'x-permission': route.permission,
    'x-roles': roles,
    security: isOpen ? [] : SECURITY,
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body && { requestBody: body }),
    responses: responsesOf(route),
  };
}

/** /webhooks/{id} for /webhooks/:id. */
export function templateOf(path: string): string {
  return path.replaceAll(PARAMETER, '{$1}');
}

/** Numbers are ids; the rest are names. */
function pathParameters({ path }: Route) {
  return [...path.matchAll(PARAMETER)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: /(^|_)id$/.test(name) ? { ...integer, minimum: 0 } : text,
  }));
}

function queryParameters({ input }: Route) {
  const schemas = [
    ...(input?.query ? [inputSchema(input.query)] : []),
    ...(input?.page ? [inputSchema(pageQuery)] : []),
  ];
  return schemas.flatMap(fieldsOf).map(queryParameter);
}

/** Lists are written as `labels[]=a&labels[]=b`. */
function queryParameter({ name, schema, required }: { name: string; schema: Shape; required: boolean }) {
  if (schema['type'] === 'array') {
    return { name: `${name}[]`, in: 'query', required, style: 'form', explode: true, schema };
  }
  if (schema['type'] === 'object') return { name, in: 'query', required, style: 'deepObject', explode: true, schema };
  return { name, in: 'query', required, schema };
}

function headerParameters(route: Route) {
  if (!happensOnce(route)) return [];
  return [{ $ref: '#/components/parameters/IdempotencyKey' }];
}

/** What the body may be: JSON, or a form, which is the only way to send files. */
function bodyOf({ input }: Route) {
  const schemas = [input?.body ?? []].flat() as AnyObjectSchema[];
  const files = input?.files ?? [];
  if (schemas.length === 0 && files.length === 0) return null;
  const flat = schemas.map(inputSchema);
  const schema = under(
    input?.name,
    flat.length === 1 && flat[0] ? flat[0] : flat.length === 0 ? anything : { anyOf: flat },
  );
  const plain = { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    required: flat.some((each) => each['required'] !== undefined),
    content: { ...(flat.length > 0 && plain), 'multipart/form-data': { schema: withFiles(schema, files) } },
  };
}

/** The fields at the top, or under the singular of what they are about. */
function under(name: string | undefined, schema: Shape): Shape {
  if (name === undefined) return schema;
  return { anyOf: [schema, { type: 'object', properties: { [name]: schema }, required: [name] }] };
}

function withFiles(schema: Shape, files: readonly string[]): Shape {
  if (files.length === 0) return schema;
  const file = { type: 'string', format: 'binary' };
  const properties = Object.fromEntries(
    files.map((name) => [name, name.endsWith('[]') ? { type: 'array', items: file } : file]),
  );
  const form = { type: 'object', properties };
  return Object.keys(schema).length === 0 ? form : { allOf: [schema, form] };
}
