import { JsonAnswer } from '../db/kept/json-text.ts';
import { digest } from '../secrets.ts';
import type { RouteMiddleware } from './state.ts';

/**
 * Answers 304 to a client that has the answer already, and says so with its ETag in `If-None-Match`. JSON gets an ETag
 * only where the request has that header, whatever its value: since caches are told not to store answers, only programs
 * that ask for an ETag make use of it. It comes from the parts of the answer, of which kept ones know their digests; the
 * whole text is not made for it.
 */
export const unchanged: RouteMiddleware = async function unchanged(ctx, next) {
  await next();
  if (ctx.status !== 200 || ctx.get('If-None-Match') === '') return;
  if (ctx.body instanceof JsonAnswer) ctx.etag = weakTag(ctx.body.digest);
  if (ctx.fresh) ctx.status = 304;
};

/** Characters of the digest of a text that its ETag has: 16 bytes. */
const TAG_LENGTH = 32;

/** The ETag of a text; a weak one, since the text may be sent compressed. */
export function tagOf(text: string): string {
  return weakTag(digest(text).slice(0, TAG_LENGTH));
}

const weakTag = (version: string) => `W/"${version}"`;
