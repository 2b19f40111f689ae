import { assetText } from '../../../assets.ts';
import { fill, sourceOf } from '../../../templates.ts';
import { frameHtml, type FrameHtmlOptions } from './frame-html.ts';

/** A page, and the Content-Security-Policy that it is sent with. */
export type MailPage = { page: string; policy: string };

/**
 * The page of a mail for a frame of the console. Nothing runs in it, nothing is sent from it, and it loads nothing from other servers
 * but pictures that are wanted. It keeps the origin of this server, so that the console can measure it.
 */
export async function mailPage(html: string, options: FrameHtmlOptions): Promise<MailPage> {
  const { html: body, css, pictures, isColored } = await frameHtml(html, options);
  const style = `${assetText('templates/console/mail.css')}${css}`;
  const page = await fill('console/mail.html', { body, style, pictures, look: isColored ? 'paper' : 'plain' });
  return { page, policy: mailPolicy({ style, withPictures: options.withPictures }) };
}

/** The policy of a page of a mail with this style; without one, of an answer that shows nothing. */
export function mailPolicy({ style = '', withPictures = false } = {}): string {
  return [
    "default-src 'none'",
    `style-src ${style === '' ? "'none'" : sourceOf(style)}`,
    `img-src 'self' data:${withPictures ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // Without `allow-scripts`.
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}
