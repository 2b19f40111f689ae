import type { App } from '../../app.ts';
import { assetText } from '../../assets.ts';
import { found } from '../../errors.ts';
import { object, text } from '../../fields.ts';
import { anything, shape, text as textShape } from '../../wire/shape.ts';
import { redirected, written } from '../routes/answer.ts';
import type { MountedRoute } from '../routes/mount.ts';
import { routes } from '../routes/route.ts';
import type { Ctx } from '../state.ts';
import { tagOf } from '../unchanged.ts';
import { openApi } from '../openapi/document.ts';
import { docsOf } from './docs.ts';
import { GUIDES } from './guides.ts';

/** The pages load only their own style and script, which asks this server alone. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
/** The most characters that are searched for. */
const QUERY_LENGTH = 200;

const documentShape = shape(
  { openapi: textShape, info: anything, paths: anything },
  { jsonSchemaDialect: textShape, servers: anything, tags: anything, webhooks: anything, components: anything },
);

/** /openapi.json and the pages below /docs, of the routes that `all` gives at the first request. */
export function documentation(app: App, all: () => readonly MountedRoute[]) {
  const document = once(() => openApi(all(), app.installation.publicUrl, app.installation.dialect));
  const json = once(() => kept(JSON.stringify(document())));
  const docs = once(() => docsOf(document()));
  const pages = new Map<string, Kept>();
  const style = once(() => kept(assetText('templates/docs/docs.css')));
  const script = once(() => kept(assetText('templates/docs/docs.js')));
  const list = routes('');

  list.get(
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

  list.get(
    '/docs',
    { permission: 'docs:read', summary: 'Show the guides and the operations', ...pageOf('text/html') },
    ({ ctx }) => sendPage(ctx, pageAt('/docs')),
  );

  list.get(
    '/docs/:guide',
    {
      permission: 'docs:read',
      summary: 'Show a guide',
      description: `There are: ${GUIDES.map((name) => `\`${name}\``).join(', ')}.`,
      ...pageOf('text/html'),
    },
    ({ ctx, params }) => sendPage(ctx, pageAt(`/docs/${params.guide}`)),
  );

  list.get(
    '/docs/api/:section',
    {
      permission: 'docs:read',
      summary: 'Show the operations of a section',
      description: 'As `/docs` lists them, such as `label` or `agent-bot`; `events` has what webhooks are sent.',
      ...pageOf('text/html'),
    },
    ({ ctx, params }) => sendPage(ctx, pageAt(`/docs/api/${params.section}`)),
  );

  list.get(
    '/docs/search',
    {
      permission: 'docs:read',
      summary: 'Search the guides and the operations',
      description: 'Finds words, their beginnings, other words for the same, and words with a typing error.',
      query: object({ q: text(QUERY_LENGTH) }),
      answer: written('text/html'),
    },
    async ({ ctx, query: { q = '' } }) => sendPage(ctx, kept(await docs().search(q))),
  );

  list.get(
    '/swagger',
    {
      permission: 'docs:read',
      summary: 'Go to the pages of this document',
      description: 'The address that it has at Chatwoot.',
      answer: redirected,
    },
    ({ ctx, publicUrl }) => ctx.set('Location', `${publicUrl}/docs`),
  );

  list.get(
    '/docs/docs.css',
    { permission: 'docs:read', summary: 'Get the style of the pages', ...pageOf('text/css') },
    ({ ctx }) => send(ctx, 'css', style()),
  );

  list.get(
    '/docs/docs.js',
    { permission: 'docs:read', summary: 'Get the script of the pages', ...pageOf('text/javascript') },
    ({ ctx }) => send(ctx, 'js', script()),
  );
  return list;

  /** @throws AppError when there is no such page */
  function pageAt(path: string): Kept {
    const page = pages.get(path) ?? kept(found(docs().pages.get(path), 'Page')());
    pages.set(path, page);
    return page;
  }
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
