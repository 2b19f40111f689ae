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

/** Whether people see nothing of HTML that `safeHtml` has given: neither text nor a picture. */
export function isBlank(safe: string): boolean {
  return !safe.includes('<img') && safe.replaceAll(/<[^>]*>|&nbsp;|\s+/g, '') === '';
}

/** Characters of HTML that are made into text. */
const LENGTH_OF_TEXT = 1_000_000;

const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: LENGTH_OF_TEXT, maxDepth: 100 },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    // Columns are not aligned, because a cell may claim to span a billion columns.
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
/** Made once, because that takes as long as converting a small mail. */
let convert: ((html: string) => string) | null = null;

/** What people read of the HTML. */
export async function textOfHtml(html: string): Promise<string> {
  const { compile } = await import('html-to-text');
  convert ??= compile(AS_TEXT);
  return convert(html.slice(0, LENGTH_OF_TEXT)).trim();
}
