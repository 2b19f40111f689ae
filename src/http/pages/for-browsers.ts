import { text } from '../../wire/shape.ts';
import { written } from '../routes/answer.ts';
import { routes } from '../routes/route.ts';
import { sendText } from './send-text.ts';

/** A speech bubble. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1d4ed8" d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-8 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"/></svg>';

/** Search engines may index help centres, and nothing else. */
const OWN_HOST = 'User-agent: *\nAllow: /hc/\nDisallow: /\n';
const HOST_OF_A_HELP_CENTRE = 'User-agent: *\nAllow: /\n';

/** The files that browsers and search engines request from every host. */
export const filesForBrowsers = routes('');

filesForBrowsers.get(
  '/favicon.ico',
  {
    permission: 'docs:read',
    summary: 'Get the icon of the server',
    answer: written('image/svg+xml', text),
    isQuiet: true,
  },
  ({ ctx }) => sendText(ctx, 'image/svg+xml', ICON),
);

filesForBrowsers.get(
  '/robots.txt',
  {
    permission: 'docs:read',
    summary: 'Tell search engines what they may read',
    answer: written('text/plain', text),
    isQuiet: true,
  },
  ({ ctx, publicUrl }) =>
    sendText(ctx, 'text/plain', ctx.hostname === new URL(publicUrl).hostname ? OWN_HOST : HOST_OF_A_HELP_CENTRE),
);
