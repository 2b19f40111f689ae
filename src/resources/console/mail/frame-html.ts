import { shallow } from '../../../channels/email/reading/shallow.ts';
import { isSafeStyle, SAFE } from '../../../channels/email/reading/mail-html.ts';
import { linkTo } from '../../../markdown/link-to.ts';

/** The HTML of a mail for a frame of the console. */
export type FrameHtml = {
  html: string;
  /** The rules of the classes in the HTML, which stand for its inline styles. */
  css: string;
  /** How many pictures of other servers it has. */
  pictures: number;
  /** Whether the mail sets colours, and so expects a light background. */
  isColored: boolean;
};

export type FrameHtmlOptions = {
  /** Whether pictures of other servers are loaded. */
  withPictures: boolean;
  /** The address of this server, which has the files of the mail. */
  publicUrl: string;
};

/** Most characters of HTML that are shown: as many as are kept of a received mail. */
const LENGTH = 150_000;
const COLORS = /^(?:background-)?color$/;
/** Pictures inside of the HTML: none that has parts of its own. */
const DATA = /^data:image\/(?:png|gif|jpe?g|webp|avif);base64,[a-z\d+/=\s]+$/i;

/**
 * The HTML with harmless elements and attributes alone: programs store messages as well. Links open in another
 * tab; pictures of other servers have no address unless they are wanted. Inline styles become classes, so that the policy of the
 * frame can name all styles.
 */
export async function frameHtml(given: string, { withPictures, publicUrl }: FrameHtmlOptions): Promise<FrameHtml> {
  const { default: sanitize } = await import('sanitize-html');
  const classes = new Map<string, string>();
  let pictures = 0;
  let isColored = false;

  function classOf(style: string): string | null {
    const declarations = style
      .split(';')
      .map((one) => one.split(':').map((part) => part.trim()))
      .filter(([name = '', value = '', ...more]) => more.length === 0 && isSafeStyle(name.toLowerCase(), value))
      .map(([name = '', value = '']) => [name.toLowerCase(), value] as const);
    if (declarations.length === 0) return null;
    if (declarations.some(([name]) => COLORS.test(name))) isColored = true;
    const rule = declarations.map(([name, value]) => `${name}:${value}`).join(';');
    const known = classes.get(rule) ?? `s${classes.size}`;
    classes.set(rule, known);
    return known;
  }

  /** What the frame loads for a picture; null = nothing. */
  function pictureAt(address: string): string | null {
    if (DATA.test(address)) return address;
    const own = ownFile(address, publicUrl);
    if (own !== null) return own;
    if (!/^https?:\/\//i.test(address) || isOwn(address, publicUrl)) return null;
    pictures += 1;
    return withPictures ? address : null;
  }

  const html = sanitize(shallow(given.slice(0, LENGTH)), {
    ...SAFE,
    allowedAttributes: SAFE_ATTRIBUTES,
    allowedStyles: {},
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    transformTags: {
      '*': (tagName, { style = '', class: _, src = '', href = '', ...attribs }) => {
        const name = classOf(style);
        if (attribs['bgcolor'] || attribs['color']) isColored = true;
        const link = tagName === 'a' ? linkTo(href.trim()) : null;
        const picture = tagName === 'img' ? pictureAt(src.trim()) : null;
        const isHeldBack = tagName === 'img' && picture === null;
        const names = [name, isHeldBack && 'held-back'].filter(Boolean).join(' ');
        return {
          tagName,
          attribs: {
            ...attribs,
            ...(names !== '' && { class: names }),
            ...(link !== null && { href: link, target: '_blank', rel: 'noopener noreferrer nofollow' }),
            ...(picture !== null && { src: picture }),
          },
        };
      },
    },
  });
  const css = [...classes].map(([rule, name]) => `.${name}{${rule}}`).join('\n');
  return { html: html.trim(), css, pictures, isColored };
}

const { '*': ANYWHERE = [], ...OF_TAGS } = SAFE.allowedAttributes as Record<string, string[]>;
const SAFE_ATTRIBUTES = { ...OF_TAGS, '*': [...ANYWHERE.filter((name) => name !== 'style'), 'class'] };

/** The path of a stored file of this server; null = the address is of something else. */
function ownFile(address: string, publicUrl: string): string | null {
  const path = isOwn(address, publicUrl) ? new URL(address).pathname : address;
  return /^\/files\/[\w-]+\/[^/?#]+$/.test(path) ? path : null;
}

function isOwn(address: string, publicUrl: string): boolean {
  return URL.parse(address)?.host === new URL(publicUrl).host;
}
