import type { App } from '../../app.ts';
import { assetText } from '../../assets.ts';
import { anything, shape, text } from '../../wire/shape.ts';
import { redirected, written } from '../routes/answer.ts';
import type { MountedRoute } from '../routes/mount.ts';
import { routes } from '../routes/route.ts';
import type { Ctx } from '../state.ts';
import { tagOf } from '../unchanged.ts';
import { openApi } from './document.ts';
import { documentPage } from './document-page.ts';
import { guidePage } from './guide-page.ts';

/** The page loads only its own style and script. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const documentShape = shape(
  { openapi: text, info: anything, paths: anything },
  { jsonSchemaDialect: text, servers: anything, tags: anything, webhooks: anything, components: anything },
);

/** /openapi.json and /docs, with the guides, of the routes that `all` gives at the first request. */
export function documentation(app: App, all: () => readonly MountedRoute[]) {
  const document = once(() => openApi(all(), app.installation.publicUrl, app.installation.dialect));
  const json = once(() => kept(JSON.stringify(document())));
  const page = once(() => kept(documentPage(document())));
  const channels = once(() => kept(guidePage(assetText('config/channels.md'))));
  const style = once(() => kept(assetText('templates/docs/docs.css')));
  const script = once(() => kept(assetText('templates/docs/docs.js')));
  const docs = routes('');

  docs.get(
    '/openapi.json',
    {
      permission: 'docs:read',
      summary: 'Show this document',
      answer: written('application/json', documentShape),
    },
    ({ ctx }) => {
      ctx.set('Access-Control-Allow-Origin', '*');
      send(ctx, 'json', json());
    },
  );

  docs.get(
    '/docs',
    { permission: 'docs:read', summary: 'Show this document as a page', ...pageOf('text/html') },
    ({ ctx }) => sendPage(ctx, page()),
  );

  docs.get(
    '/docs/channels',
    {
      permission: 'docs:read',
      summary: 'Show the guide to channels',
      description: 'How each kind of inbox is set up at its provider, step by step.',
      ...pageOf('text/html'),
    },
    ({ ctx }) => sendPage(ctx, channels()),
  );

  docs.get(
    '/swagger',
    {
      permission: 'docs:read',
      summary: 'Go to the page of this document',
      description: 'The address that it has at Chatwoot.',
      answer: redirected,
    },
    ({ ctx, publicUrl }) => ctx.set('Location', `${publicUrl}/docs`),
  );

  docs.get(
    '/docs/docs.css',
    { permission: 'docs:read', summary: 'Get the style of the page', ...pageOf('text/css') },
    ({ ctx }) => send(ctx, 'css', style()),
  );

  docs.get(
    '/docs/docs.js',
    { permission: 'docs:read', summary: 'Get the script of the page', ...pageOf('text/javascript') },
    ({ ctx }) => send(ctx, 'js', script()),
  );
  return docs;
}

/** What a page answers; 304 to a browser that has it. */
const pageOf = (type: string) => ({ answer: written(type), mayAnswer: [written(type, null, 304)] });

/** A document as bytes, so that it need not be made again for each request. */
type Kept = { bytes: Buffer; tag: string };

const kept = (text: string): Kept => ({ bytes: Buffer.from(text), tag: tagOf(text) });

function sendPage(ctx: Ctx, page: Kept): void {
  ctx.set('Content-Security-Policy', POLICY);
  ctx.set('X-Content-Type-Options', 'nosniff');
  send(ctx, 'html', page);
}

/** Sends a document, which caches may keep if they ask each time whether it has changed. */
function send(ctx: Ctx, type: string, { bytes, tag }: Kept): void {
  ctx.set('Cache-Control', 'no-cache');
  ctx.etag = tag;
  ctx.type = type;
  ctx.body = bytes;
}

/** A function that calls `make` at its first call and returns that result ever after. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
