import type { HtmlToTextOptions } from 'html-to-text';
import type { IOptions } from 'sanitize-html';

const TAGS =
  'p br hr div span h1 h2 h3 h4 h5 h6 blockquote pre code center font b strong i em u s strike del sub sup small big ' +
  'ul ol li dl dt dd a img table thead tbody tfoot tr th td caption colgroup col address';
const SIZE = String.raw`\d{1,4}(?:\.\d{1,4})?(?:px|em|rem|pt|%)?`;
const SHADE = String.raw`(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,40}\))`;
const LENGTH = new RegExp(`^${SIZE}$`);
const LENGTHS = new RegExp(String.raw`^(?:${SIZE}|auto)(?:\s+(?:${SIZE}|auto)){0,3}$`);
const WORD = /^[a-z-]{1,20}$/i;
const COLOR = new RegExp(`^${SHADE}$`, 'i');
const LINE = new RegExp(String.raw`^(?:0|none|${SIZE}\s+(?:none|solid|dashed|dotted|double)(?:\s+${SHADE})?)$`, 'i');
const SIDES = ['', '-top', '-right', '-bottom', '-left'];
const onSides = (name: string, pattern: RegExp) => SIDES.map((side) => [`${name}${side}`, [pattern]] as const);

/** Inline styles that stay in their place, with the values that each may have. */
const STYLES: Record<string, RegExp[]> = {
  color: [COLOR],
  'background-color': [COLOR],
  'text-align': [WORD],
  'text-decoration': [WORD],
  'text-transform': [WORD],
  'vertical-align': [WORD],
  'font-weight': [/^(?:\d{3}|[a-z]{1,10})$/],
  'font-style': [WORD],
  'font-size': [LENGTH, WORD],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'line-height': [LENGTH, WORD],
  display: [/^(?:none|block|inline|inline-block)$/],
  width: [LENGTH],
  'max-width': [LENGTH],
  height: [LENGTH],
  'border-radius': [LENGTH],
  ...Object.fromEntries([...onSides('padding', LENGTHS), ...onSides('margin', LENGTHS), ...onSides('border', LINE)]),
};

/** Whether an inline style, by its name in small letters, may be shown with the value. */
export const isSafeStyle = (name: string, value: string): boolean =>
  Object.hasOwn(STYLES, name) && (STYLES[name] ?? []).some((pattern) => pattern.test(value));

/** What is left of HTML that others have written. */
export const SAFE: IOptions = {
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
  allowedStyles: { '*': STYLES },
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
