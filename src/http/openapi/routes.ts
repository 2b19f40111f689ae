import type { App } from '../../app.ts';
import { assetText } from '../../assets.ts';
import { anything, shape, text } from '../../shapes.ts';
import { answers, takes } from '../describe.ts';
import { allow } from '../permissions.ts';
import { router } from '../state.ts';
import { openApi } from './document.ts';
import { pageOf } from './page.ts';
import type { Layer } from './read-routes.ts';

/** The page has its own style and script, and nothing from elsewhere. */
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
  { jsonSchemaDialect: text, servers: anything, tags: anything, components: anything },
);

/** /openapi.json and /docs: what `layers`, which may still grow until the first request, can do. */
export function documentation(app: App, layers: readonly Layer[]) {
  const document = once(() => openApi(layers, app.installation.publicUrl));
  // As bytes: to write it anew for each request would take more than the rest of the request.
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() => Buffer.from(pageOf(document())));
  const routes = router();

  routes.get('/openapi.json', allow('docs:read'), takes({}), answers(documentShape), (ctx) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.type = 'json';
    ctx.body = json();
  });

  routes.get('/docs', allow('docs:read'), takes({}), answers(text, 200, 'text/html'), (ctx) => {
    ctx.set('Content-Security-Policy', POLICY);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = 'html';
    ctx.body = page();
  });

  routes.get('/docs/docs.css', allow('docs:read'), takes({}), answers(text, 200, 'text/css'), (ctx) => {
    ctx.type = 'css';
    ctx.body = assetText('templates/docs/docs.css');
  });

  routes.get('/docs/docs.js', allow('docs:read'), takes({}), answers(text, 200, 'text/javascript'), (ctx) => {
    ctx.type = 'js';
    ctx.body = assetText('templates/docs/docs.js');
  });
  return routes;
}

/** `make`, done when it is first asked for and never again. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
