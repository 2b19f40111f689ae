import type { Asked } from '../../http/routes/route.ts';
import type { Ctx } from '../../http/state.ts';
import { tagOf } from '../../http/unchanged.ts';
import { type Page, pageHtml, portalPolicy } from './page.ts';
import type { Reader } from './reader.ts';

/** Sends a page of the portal. */
export async function sendPage(
  { ctx, publicUrl }: Pick<Asked, 'ctx' | 'publicUrl'>,
  reader: Reader,
  page: Page,
): Promise<void> {
  ctx.set('Content-Security-Policy', portalPolicy(reader.portal, publicUrl));
  ctx.set('Content-Language', reader.locale.replaceAll('_', '-'));
  sendText(ctx, 'text/html', await pageHtml(reader, page, publicUrl));
}

/** Sends a text, which caches may keep if they ask each time whether it has changed: what is hidden is hidden at once. */
export function sendText(ctx: Ctx, type: string, text: string): void {
  ctx.set('Cache-Control', 'public, no-cache');
  // Programs that accept JSON get that in the same place.
  ctx.vary('Accept');
  ctx.etag = tagOf(text);
  ctx.type = type;
  ctx.body = text;
}
