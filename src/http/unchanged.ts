import { digest } from '../secrets.ts';
import type { RouteMiddleware } from './state.ts';
import { isJson } from './write-answer.ts';

/**
 * Answers 304 to a client that has the answer already, and says so with its ETag in `If-None-Match`. JSON gets an ETag
 * only where the request has that header, whatever its value: making one takes the whole text, and since caches are told
 * not to store answers, only programs that ask for an ETag make use of it.
 */
export const unchanged: RouteMiddleware = async function unchanged(ctx, next) {
  await next();
  if (ctx.status !== 200 || ctx.get('If-None-Match') === '') return;
  const body: unknown = ctx.body;
  if (typeof body === 'string' && isJson(ctx)) ctx.etag = tagOf(body);
  if (ctx.fresh) ctx.status = 304;
};

/** The ETag of a text; a weak one, since the text may be sent compressed. */
export function tagOf(text: string): string {
  return `W/"${digest(text)}"`;
}
