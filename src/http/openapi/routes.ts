import type { App } from '../../app.ts';
import { assetText } from '../../assets.ts';
import { anything, shape, text } from '../../wire/shape.ts';
import { written } from '../routes/answer.ts';
import type { MountedRoute } from '../routes/mount.ts';
import { routes } from '../routes/route.ts';
import { openApi } from './document.ts';
import { documentPage } from './document-page.ts';

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

/** /openapi.json and /docs, of the routes that `all` gives at the first request. */
export function documentation(app: App, all: () => readonly MountedRoute[]) {
  const document = once(() => openApi(all(), app.installation.publicUrl));
  // Kept as bytes: serializing it for each request would take longer than everything else.
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() => Buffer.from(documentPage(document())));
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
      ctx.type = 'json';
      ctx.body = json();
    },
  );

  docs.get(
    '/docs',
    { permission: 'docs:read', summary: 'Show this document as a page', answer: written('text/html') },
    ({ ctx }) => {
      ctx.set('Content-Security-Policy', POLICY);
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.type = 'html';
      ctx.body = page();
    },
  );

  docs.get(
    '/docs/docs.css',
    { permission: 'docs:read', summary: 'Get the style of the page', answer: written('text/css') },
    ({ ctx }) => {
      ctx.type = 'css';
      ctx.body = assetText('templates/docs/docs.css');
    },
  );

  docs.get(
    '/docs/docs.js',
    { permission: 'docs:read', summary: 'Get the script of the page', answer: written('text/javascript') },
    ({ ctx }) => {
      ctx.type = 'js';
      ctx.body = assetText('templates/docs/docs.js');
    },
  );
  return docs;
}

/** A function that calls `make` at its first call and returns that result ever after. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
