import type { AnyObjectSchema, InferType } from 'yup';
import { check, isObject } from '../../fields/check.ts';
import { integer, object } from '../../fields.ts';
import { parseQuery } from '../body/body.ts';
import type { Ctx } from '../state.ts';

/** The fields of a body, which may stand at the top or under `name`, the resource's singular: `{"webhook": {...}}`. */
export function fieldsUnder(name: string | undefined, body: Record<string, unknown>): Record<string, unknown> {
  const nested = name === undefined ? undefined : body[name];
  return isObject(nested) ? { ...body, ...nested } : body;
}

const MAX_SIZE = 100;
const MAX_PAGE = 2 ** 31 - 1;
const whole = (most: number) => integer().min(1, 'must be at least 1').max(most, `must be at most ${most}`);

/** The query parameters that select a page of a list. */
export const pageQuery = object({ page: whole(MAX_PAGE), per_page: whole(MAX_SIZE) });

/**
 * The request's query, checked by `schema`; a parameter without a value, as in `?status=&page=2`, counts as left out.
 * The result for an empty query, the most frequent one, is computed once.
 */
export function checkQuery<S extends AnyObjectSchema>(schema: S, ctx: Ctx): InferType<S> {
  if (ctx.querystring !== '') return check(schema, withoutBlanks(parseQuery(ctx.querystring)));
  const known = withoutQuery.get(schema) ?? Object.freeze(check(schema, {}));
  withoutQuery.set(schema, known);
  return known as InferType<S>;
}

function withoutBlanks(query: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

const withoutQuery = new WeakMap<AnyObjectSchema, object>();
