import { JsonAnswer } from '../db/kept/json-text.ts';
import { digest } from '../secrets.ts';
import type { RouteMiddleware } from './state.ts';

/**
 * Answers 304 to a client whose `If-None-Match` has the current ETag. JSON gets an ETag only for requests with that
 * header, whatever its value: caches must not store answers, so only programs that ask for an ETag use it. The ETag is
 * computed from the digests of the answer's parts, without building the whole text.
 */
export const unchanged: RouteMiddleware = async function unchanged(ctx, next) {
  await next();
  if (ctx.status !== 200 || ctx.get('If-None-Match') === '') return;
  if (ctx.body instanceof JsonAnswer) ctx.etag = weakTag(ctx.body.digest);
  if (ctx.fresh) ctx.status = 304;
};

/** Characters of the digest in an ETag: 16 bytes. */
const TAG_LENGTH = 32;

/** The ETag of a text; a weak one, since the text may be sent compressed. */
export function tagOf(text: string): string {
  return weakTag(digest(text).slice(0, TAG_LENGTH));
}

const weakTag = (version: string) => `W/"${version}"`;
