import type { HtmlToTextOptions } from 'html-to-text';
import type { IOptions } from 'sanitize-html';

const TAGS =
  'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code center font b strong i em u s strike del sub sup small big ' +
  'ul ol li dl dt dd a img table thead tbody tfoot tr th td caption colgroup col address';
const LENGTH = /^\d{1,4}(?:\.\d+)?(?:px|em|pt|%)?$/;
const WORD = /^[a-z-]{1,20}$/i;
const COLOR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,40}\))$/i;

const SAFE: IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    '*': ['align', 'dir', 'lang', 'title', 'style', 'width', 'height', 'bgcolor', 'valign'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    font: ['color', 'face', 'size'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    table: ['border', 'cellpadding', 'cellspacing'],
    // Without their type: what makes text of it knows no Roman numerals above 9999.
    ol: ['start'],
  },
  allowedStyles: {
    '*': {
      color: [COLOR],
      'background-color': [COLOR],
      'text-align': [WORD],
      'text-decoration': [WORD],
      'font-weight': [/^(?:\d{3}|[a-z]{1,10})$/],
      'font-style': [WORD],
      'font-size': [LENGTH, WORD],
      width: [LENGTH],
      height: [LENGTH],
      padding: [LENGTH],
      margin: [LENGTH],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  allowProtocolRelative: false,
  // Its content is no text.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'xml'],
  nestingLimit: 100,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: '_blank', rel: 'noopener noreferrer nofollow' },
    }),
  },
};

/** The HTML without all that could do harm where it is shown: scripts, forms, frames, styles that leave their place. */
export async function safeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, SAFE).trim();
}

/** From here on, Outlook has what is answered. */
const REST = /<(?:div|hr)[^>]{0,300}\bid\s*=\s*["']?(?:x_)?(?:appendonsend|divRplyFwdMsg|stopSpelling)["'\s>]/i;
/** Outlook for the desktop, and Windows Mail: a line above "From: ". */
const LINE_ABOVE = /<div[^>]{0,300}style\s*=\s*["'][^"'>]{0,200}border-top:\s*solid\s+#[\da-f]{6}\s+1\.0pt/i;
const QUOTES = ['gmail_quote', 'yahoo_quoted', 'moz-cite-prefix', 'protonmail_quote', 'gmail_extra'];

/** Without any of these, and what is above, nothing is quoted. */
const MARKS = new RegExp([...QUOTES, '\\bcite\\b'].join('|'), 'i');

/** The HTML without the mail that it answers; null = it has none. */
export async function cutHtml(html: string): Promise<string | null> {
  const places = [REST, LINE_ABOVE].map((pattern) => html.search(pattern)).filter((at) => at >= 0);
  if (places.length === 0 && !MARKS.test(html)) return null;
  const { default: sanitize } = await import('sanitize-html');
  const above = html.slice(0, Math.min(html.length, ...places));
  return sanitize(above, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid', 'data'],
    exclusiveFilter: ({ tag, attribs }) => isQuote(tag, attribs),
  });
}

function isQuote(tag: string, { class: classes = '', type }: Record<string, string>): boolean {
  if (tag === 'blockquote' && type?.toLowerCase() === 'cite') return true;
  return classes.split(/\s+/).some((name) => QUOTES.includes(name));
}

/** Whether people see nothing of HTML that `safeHtml` has given: neither text nor a picture. */
export function isBlank(safe: string): boolean {
  return !safe.includes('<img') && safe.replaceAll(/<[^>]*>|&nbsp;|\s+/g, '') === '';
}

const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 1_000_000, maxDepth: 100 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    // Columns are not put below each other: one cell of a table may span a billion of them.
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
  formatters: {
    cell: (cell, walk, builder) => {
      walk(cell.children, builder);
      builder.addInline(' ');
    },
  },
};
/** Made once: that takes as long as a small mail. */
let convert: ((html: string) => string) | null = null;

/** What people read of the HTML. */
export async function textOfHtml(html: string): Promise<string> {
  const { compile } = await import('html-to-text');
  convert ??= compile(AS_TEXT);
  return convert(html).trim();
}
