import { found } from '../../errors.ts';
import { written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import type { Ctx } from '../../http/state.ts';
import { text } from '../../wire/shape.ts';
import { partLike, type WebAsset, webAssets } from '../../web-assets/web-assets.ts';

const SCRIPT = 'text/javascript';
/** The only name without a hash, since it stands in pages of customers. */
const STABLE = 'sdk.js';
const FIVE_MINUTES = 'public, max-age=300';
const FOR_EVER = `public, max-age=${365 * 24 * 60 * 60}, immutable`;
const ASKED_AGAIN = 'no-cache';

/** The scripts for browsers. */
export const packs = routes('/packs');

packs.get(
  '/js/:file',
  {
    permission: 'pack:read',
    summary: 'Get a script for browsers',
    description:
      '`sdk.js` is what websites load to show the widget. The names of all others change with each version; a part of `sdk.js` is also found by the name that it had in another version.',
    answer: written(SCRIPT, text),
    mayAnswer: [written(SCRIPT, null, 304), 404],
  },
  async ({ ctx, params: { file } }) => {
    const assets = await webAssets();
    const path = `js/${file}`;
    const exact = assets.files.get(path);
    const kept = file === STABLE ? FIVE_MINUTES : exact ? FOR_EVER : ASKED_AGAIN;
    send(ctx, found(exact ?? partLike(path, assets) ?? null, 'Script'), kept);
  },
);

/** Sends a script that pages of any origin may load, even pages with a strict embedder policy. */
function send(ctx: Ctx, asset: WebAsset, cacheControl: string): void {
  ctx.set('Cache-Control', cacheControl);
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Vary', 'Accept-Encoding');
  ctx.set('ETag', `W/"${asset.tag}"`);
  ctx.type = SCRIPT;
  const encoding = encodingFor(ctx);
  if (encoding !== 'plain') ctx.set('Content-Encoding', encoding);
  ctx.body = asset[encoding];
}

/** The smallest that the client takes; without a header, it takes what is not compressed. */
function encodingFor(ctx: Ctx): 'br' | 'gzip' | 'plain' {
  if (ctx.get('Accept-Encoding') === '') return 'plain';
  if (ctx.acceptsEncodings('br') === 'br') return 'br';
  return ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'plain';
}
