import type { AnyObjectSchema } from 'yup';
import { check, isObject } from '../../fields/check.ts';
import { bodyOf, parseQuery } from '../body/body.ts';
import type { Ctx } from '../state.ts';
import { type Page, pageOf, wholeQuery } from './page.ts';
import { rememberQueries } from './remember-queries.ts';
import type { Route } from './route.ts';

/** The checked input of a request; `page` null = all rows, or a route without pages. */
export type Input = { query: unknown; page: Page | null; body: unknown };

/**
 * Reads the input of requests to the route; `found` is what its `find` returned. What is the same for all requests is
 * worked out here, once.
 */
export function inputReader(route: Route): (ctx: Ctx, found: unknown) => Input {
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
  const read = rememberQueries((query) => checkQuery(schema, query));
  return ({ querystring }) => read(querystring);
}

/** The query string checked by `schema`. A parameter without a value, as in `?status=&page=2`, counts as left out. */
export function checkQuery(schema: AnyObjectSchema, query: string): object {
  return check(schema, withoutBlanks(parseQuery(query)));
}

function withoutBlanks(query: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

function bodyReader({ body, name }: Route): (ctx: Ctx, found: unknown) => unknown {
  if (body === undefined) return () => undefined;
  const schemaFor = 'choose' in body ? body.choose.bind(body) : () => body;
  return (ctx, found) => {
    const given = fieldsUnder(name, bodyOf(ctx));
    return check(schemaFor(given, found), given);
  };
}

/** The fields of a body, which may stand at the top or under `name`, the resource's singular: `{"webhook": {...}}`. */
function fieldsUnder(name: string | undefined, body: Record<string, unknown>): Record<string, unknown> {
  const nested = name === undefined ? undefined : body[name];
  return isObject(nested) ? { ...body, ...nested } : body;
}
