import type { Ctx } from '../state.ts';
import { tagOf } from '../unchanged.ts';

/** A page for people: `policy` is its Content-Security-Policy, `language` its HTML language code. */
export type WholePage = { policy: string; language: string; text: string };

/** Sends a page with its own policy. */
export function sendPage(ctx: Ctx, { policy, language, text }: WholePage): void {
  ctx.set('Content-Security-Policy', policy);
  ctx.set('Content-Language', language);
  sendText(ctx, 'text/html', text);
}

/**
 * Sends a text for anyone, which caches may keep if they ask each time whether it has changed: what is hidden is hidden at
 * once.
 */
export function sendText(ctx: Ctx, type: string, text: string): void {
  ctx.set('Cache-Control', 'public, no-cache');
  // Programs that accept JSON may get that in the same place.
  ctx.vary('Accept');
  ctx.etag = tagOf(text);
  ctx.type = type;
  ctx.body = text;
}
