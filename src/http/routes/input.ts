import type { AnyObjectSchema } from 'yup';
import { check, isObject } from '../../fields/check.ts';
import { isLeftOut } from '../../fields/left-out.ts';
import { bodyOf, parseQuery } from '../body/body.ts';
import type { Ctx } from '../state.ts';
import { type Page, pageOf, wholeQuery } from './page.ts';
import { rememberQueries } from './remember-queries.ts';
import type { DialectRoute } from './in-dialect.ts';

/** The checked input of a request; `page` null = all rows, or a route without pages. */
export type Input = { query: unknown; page: Page | null; body: unknown };

/**
 * Makes the reader of the route's input, once for all requests. `found` is the result of the route's `find`.
 */
export function inputReader(route: DialectRoute): (ctx: Ctx, found: unknown) => Input {
  const readQuery = queryReader(wholeQuery(route));
  const readBody = bodyReader(route);
  return (ctx, found) => {
    const query = readQuery(ctx);
    const page = route.page === undefined ? null : pageOf(query ?? {}, route.page);
    return { query, page, body: readBody(ctx, found) };
  };
}

function queryReader(schema: AnyObjectSchema | undefined): (ctx: Ctx) => object | undefined {
  if (schema === undefined) return () => undefined;
  const names = Object.keys(schema.fields);
  const read = rememberQueries((query) => checkQuery(schema, query));
  return (ctx) => {
    if (ctx.request.body === undefined) return read(ctx.querystring);
    const inBody = bodyOf(ctx);
    if (!names.some((name) => Object.hasOwn(inBody, name))) return read(ctx.querystring);
    return checkGiven(schema, { ...parseQuery(ctx.querystring), ...inBody });
  };
}

/** The query string checked by `schema`. A parameter without a value, as in `?status=&page=2`, counts as left out. */
export function checkQuery(schema: AnyObjectSchema, query: string): object {
  return checkGiven(schema, parseQuery(query));
}

function checkGiven(schema: AnyObjectSchema, given: Record<string, unknown>): object {
  return check(schema, Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value))));
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function bodyReader({ body, name, complete }: DialectRoute): (ctx: Ctx, found: unknown) => unknown {
  if (body === undefined) return () => undefined;
  const schemaFor = 'choose' in body ? body.choose.bind(body) : () => body;
  return (ctx, found) => {
    const parameters = parametersOf(ctx, name);
    const given = complete === undefined ? parameters : complete(parameters, ctx.state.caller);
    const schema = schemaFor(given, found);
    return check(schema, given, isLeftOut);
  };
}

/** The parameters for the body's schema, from body and query; the body wins. */
function parametersOf(ctx: Ctx, name: string | undefined): Record<string, unknown> {
  const inBody = fieldsUnder(name, bodyOf(ctx));
  return ctx.querystring === '' ? inBody : { ...fieldsUnder(name, parseQuery(ctx.querystring)), ...inBody };
}

/** The fields of a body, which may stand at the top or under `name`, the resource's singular: `{"webhook": {...}}`. */
function fieldsUnder(name: string | undefined, body: Record<string, unknown>): Record<string, unknown> {
  const nested = name === undefined ? undefined : body[name];
  return isObject(nested) ? { ...body, ...nested } : body;
}
