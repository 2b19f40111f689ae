import { assetFile } from '../../assets.ts';
import { found } from '../../errors.ts';
import { written } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { tagOf } from '../../http/unchanged.ts';
import { text } from '../../wire/shape.ts';
import { webAssets } from '../../web-assets/web-assets.ts';

const SCRIPT = 'text/javascript';
const PICTURE = 'image/png';
const MANIFEST = 'application/manifest+json';
const DAY = 'public, max-age=86400';

/** Squares on nothing, and `maskable` with a margin, of which systems cut what they like. */
const ICONS = { '192.png': '192x192', '512.png': '512x512', 'maskable.png': '512x512' } as const;

/** What installs the console as an app: https://www.w3.org/TR/appmanifest/ */
const APP = {
  id: '/app',
  name: 'Parley',
  short_name: 'Parley',
  description: 'Talk with your customers.',
  start_url: '/app',
  scope: '/app',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#1d4ed8',
  icons: Object.entries(ICONS).map(([file, sizes]) => ({
    src: `/app/icons/${file}`,
    sizes,
    type: PICTURE,
    purpose: file.startsWith('maskable') ? 'maskable' : 'any',
  })),
};

/** Files that browsers request for the console, beside its page and scripts. */
export const consoleFiles = routes('');

consoleFiles.get(
  '/worker.js',
  {
    permission: 'console_page:read',
    summary: 'Get the service worker of the console',
    description:
      'It shows push messages, and opens the console without a connection. It is served here since a service worker answers for no address above its own.',
    answer: written(SCRIPT, text),
    mayAnswer: [written(SCRIPT, null, 304)],
  },
  async ({ ctx }) => {
    const { files, worker } = await webAssets();
    const { plain, tag } = found(files.get(worker), 'Script');
    ctx.set('Cache-Control', 'no-cache');
    ctx.set('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
    ctx.set('X-Content-Type-Options', 'nosniff');
    // The console itself is above the folder of the script.
    ctx.set('Service-Worker-Allowed', '/app');
    ctx.etag = `"${tag}"`;
    ctx.type = SCRIPT;
    ctx.body = plain;
  },
);

consoleFiles.get(
  '/manifest.webmanifest',
  {
    permission: 'console_page:read',
    summary: 'Get what installs the console as an app',
    answer: written(MANIFEST, text),
    mayAnswer: [written(MANIFEST, null, 304)],
  },
  ({ ctx }) => {
    const manifest = JSON.stringify(APP);
    ctx.set('Cache-Control', 'no-cache');
    ctx.etag = tagOf(manifest);
    ctx.type = MANIFEST;
    ctx.body = manifest;
  },
);

consoleFiles.get(
  '/icons/:file',
  {
    permission: 'console_page:read',
    summary: 'Get an icon of the console',
    answer: written(PICTURE, text),
    mayAnswer: [404],
  },
  ({ ctx, params: { file } }) => {
    const name = found(Object.keys(ICONS).find((one) => one === file) ?? null, 'Icon');
    ctx.set('Cache-Control', DAY);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.type = PICTURE;
    ctx.body = Buffer.from(assetFile(`templates/console/icons/${name}`));
  },
);
