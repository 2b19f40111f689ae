import { LRUCache } from 'lru-cache';
import type { Ctx } from '../state.ts';

/** As what a body is read; 'nothing' = it is let in, and counts as none; 'unknown' = it cannot be read. */
export type BodyKind = 'json' | 'urlencoded' | 'multipart' | 'nothing' | 'unknown';

/** What is read as JSON; other bodies of JSON count as none. */
const JSON_TYPES = [
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
  'application/reports+json',
];

/**
 * The kinds of the content types that have come lately, of at most so many characters: programs send few, again and again.
 * Forms are not among them, since each has another boundary.
 */
const kinds = new LRUCache<string, BodyKind>({ max: 100 });
const LONGEST = 200;

/** The kind of the request's body by its `Content-Type`; null = it has none. */
export function bodyKind(ctx: Ctx): BodyKind | null {
  const { headers } = ctx.req;
  // As koa has it: also a body of no bytes is one.
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return null;
  const type = headers['content-type'] ?? '';
  const known = kinds.get(type);
  if (known !== undefined) return known;
  const kind = kindIn(ctx);
  if (kind !== 'multipart' && type.length <= LONGEST) kinds.set(type, kind);
  return kind;
}

function kindIn(ctx: Ctx): BodyKind {
  if (ctx.is(JSON_TYPES)) return 'json';
  if (ctx.is('urlencoded')) return 'urlencoded';
  if (ctx.is('multipart')) return 'multipart';
  return ctx.is('json', '+json') ? 'nothing' : 'unknown';
}
