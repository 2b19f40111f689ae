import type { ChildNode, Document, Element } from 'domhandler';
import { lineOf, type TextLine } from './text-line.ts';

/** A visible line of HTML, with its nodes. */
export type HtmlLine = TextLine & { nodes: ChildNode[] };

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** Their content is no readable text. */
const UNSEEN = new Set('head style script title textarea option noscript xml template select'.split(' '));
const HIDDEN = /display\s*:\s*none|mso-hide\s*:\s*all/i;
/** Classes of what Gmail and Proton quote. */
const QUOTES = /(?:^|\s)(?:gmail_quote|protonmail_quote)(?:\s|$)/;
/** From here on, Outlook has what is answered. */
const REST_IDS = /^(?:x_)*(?:appendonsend|divRplyFwdMsg|stopSpelling|mail-editor-reference-message-container)$/i;
/** Outlook for the desktop, and Windows Mail: a line above "From: ". */
const BORDER = /border-top:\s*solid\s+#[\da-f]{6}\s+1\.0pt/i;

/** The lines of the HTML, in their order. */
export function htmlLines(document: Document): HtmlLine[] {
  const walk = new Walk();
  for (const child of document.children) walk.visit(child, { depth: 0, isPre: false, isMarkedAsWhole: false });
  walk.end();
  return walk.lines;
}

type Inside = { depth: number; isPre: boolean; isMarkedAsWhole: boolean };

class Walk {
  readonly lines: HtmlLine[] = [];
  private text = '';
  private depth = 0;
  private isMarkedAsWhole = false;
  private nodes: ChildNode[] = [];

  /** Ends the line that has been begun. */
  end(more: Partial<HtmlLine> = {}): void {
    if (this.nodes.length > 0 || more.nodes) {
      const line = lineOf(this.text.replaceAll(/\s+/g, ' '), this.depth);
      this.lines.push({ ...line, isMarkedAsWhole: this.isMarkedAsWhole, nodes: this.nodes, ...more });
    }
    this.text = '';
    this.nodes = [];
  }

  visit(node: ChildNode, inside: Inside): void {
    if (node.type === 'text') this.visitText(node, node.data, inside);
    else if ('attribs' in node) this.visitElement(node, inside);
  }

  private visitText(node: ChildNode, data: string, inside: Inside): void {
    const pieces = inside.isPre ? data.split('\n') : [data];
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.end();
      // Blanks between elements make no line.
      if (this.nodes.length === 0 && piece.trim() === '' && !/[\u00A0]/.test(piece) && pieces.length === 1) continue;
      this.add(node, piece, inside);
    }
  }

  private visitElement(element: Element, inside: Inside): void {
    const { name, attribs } = element;
    if (UNSEEN.has(name) || HIDDEN.test(attribs['style'] ?? '')) return;
    if (name === 'br') {
      this.add(element, '', inside);
      return this.end();
    }
    if (name === 'img') return this.add(element, (attribs['src'] ?? '').startsWith('cid:') ? ' \uFFFC ' : '', inside);
    if (name === 'hr' && !REST_IDS.test(attribs['id'] ?? '')) {
      this.end();
      this.depth = inside.depth;
      return this.end({ isRule: true, text: '', nodes: [element] });
    }
    const isBlock = BLOCKS.has(name);
    if (isBlock) this.end();
    if (beginsRest(element) && inside.depth === 0) {
      this.depth = 0;
      this.end({ beginsRest: true, text: '', nodes: [element] });
    }
    const isQuotation = isQuote(element);
    const within = {
      depth: inside.depth + (isQuotation ? 1 : 0),
      isPre: inside.isPre || name === 'pre',
      isMarkedAsWhole: inside.isMarkedAsWhole || isQuotation,
    };
    for (const child of element.children) this.visit(child, within);
    if (isBlock) this.end();
    else if (name === 'td' || name === 'th') this.text += ' ';
  }

  private add(node: ChildNode, text: string, { depth, isMarkedAsWhole }: Inside): void {
    if (this.nodes.length === 0) {
      this.depth = depth;
      this.isMarkedAsWhole = isMarkedAsWhole;
    }
    this.text += text;
    this.nodes.push(node);
  }
}

/** Whether it is a quotation, or a piece of one, between whose pieces answers may stand. */
function isQuote({ name, attribs }: Element): boolean {
  const { class: classes = '', type = '', id = '', style = '' } = attribs;
  // Quotations of Yahoo, and of GMX and WEB.DE.
  if (name === 'div') return classes.includes('yahoo_quoted') || attribs['name'] === 'quote';
  if (name !== 'blockquote') return false;
  const isMarked = type.toLowerCase() === 'cite' || attribs['cite'] !== undefined || QUOTES.test(classes);
  return isMarked || /zmail|isReplyContent/i.test(id) || /border-left/i.test(style);
}

function beginsRest({ name, attribs }: Element): boolean {
  if (REST_IDS.test(attribs['id'] ?? '')) return true;
  return name === 'div' && BORDER.test(attribs['style'] ?? '');
}
