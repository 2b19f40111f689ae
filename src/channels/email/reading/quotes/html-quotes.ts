import type { ChildNode, ParentNode } from 'domhandler';
import { type AboutMail, findQuote } from './find-quote.ts';
import { type HtmlLine, htmlLines } from './html-lines.ts';

/** HTML without the quotation of the answered mail. */
export type OwnHtml = {
  /** Null = nothing is left out. */
  own: string | null;
  /** The remaining lines as plain text. */
  lines: string[];
  /** Whether the answer is written between the lines of a quotation. */
  isBetween: boolean;
};

/** Lines that are looked at. HTML with more is left whole. */
const MOST_LINES = 20_000;

/** The HTML without its quotation. */
export async function htmlWithoutQuote(html: string, about: AboutMail): Promise<OwnHtml> {
  const { DomUtils, parseDocument } = await import('htmlparser2');
  const document = parseDocument(html);
  const lines = htmlLines(document);
  const textsOf = (all: readonly HtmlLine[]) => all.map(({ text }) => text).filter((text) => text !== '');
  if (lines.length > MOST_LINES) return { own: null, lines: textsOf(lines), isBetween: false };
  const { lines: quote, isBetween } = findQuote(lines, about);
  if (quote === null) return { own: null, lines: textsOf(lines), isBetween };
  const kept = textsOf([...lines.slice(0, quote.start), ...lines.slice(quote.end)]);
  remove(lines, quote);
  return { own: document.children.map((node) => DomUtils.getOuterHTML(node)).join(''), lines: kept, isBetween };
}

function remove(lines: readonly HtmlLine[], { start, end }: { start: number; end: number }): void {
  const isToEnd = end >= lines.length;
  const before = new Set(lines.slice(0, start).flatMap(({ nodes }) => nodes));
  const nodes = lines.slice(start, end).flatMap((line) => line.nodes);
  const gone = nodes.filter((node) => !before.has(node));
  const [first] = gone;
  if (isToEnd && first) removeAfter(first);
  for (const node of gone) removeNode(node);
}

/** Removes all that follows the node. */
function removeAfter(node: ChildNode): void {
  for (let at: ChildNode | ParentNode | null = node; at?.parent; at = at.parent) {
    const siblings: ChildNode[] = at.parent.children;
    const index = siblings.indexOf(at as ChildNode);
    for (const sibling of siblings.splice(index + 1)) sibling.parent = null;
    if (index >= 0) (at as ChildNode).next = null;
  }
}

/** Removes the node, and what is empty without it. */
function removeNode(node: ChildNode): void {
  let at: ChildNode = node;
  for (;;) {
    const parent: ParentNode | null = at.parent;
    if (parent === null) return;
    const index = parent.children.indexOf(at);
    if (index < 0) return;
    parent.children.splice(index, 1);
    at.parent = null;
    const isEmpty = parent.children.every((child) => child.type === 'text' && child.data.trim() === '');
    if (!isEmpty || parent.type === 'root') return;
    at = parent as ChildNode;
  }
}
