import { parseInline } from './parse-inline.ts';
import type { MarkdownNode } from './markdown-node.ts';

const DEEPEST = 6;
/** With backticks later in the line, it is code in the line. */
const FENCE = /^ {0,3}(~{3,}|`{3,}(?=[^`]*$))(.*)/;
const QUOTE = /^ {0,3}> ?/;
const HEADING = /^ {0,3}(#{1,6}) +(.*)$/;
const AFTER_HEADING = /(?<![ #])[ #]+$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)]) +/;
const INDENT = /^(?: {1,4}|\t)/;

/** The Markdown of a message as nodes; HTML in it is text. */
export function parseMarkdown(text: string): MarkdownNode[] {
  return parseBlocks(text.replaceAll(/\r\n?/g, '\n').split('\n'), 0);
}

function parseBlocks(lines: readonly string[], depth: number): MarkdownNode[] {
  const blocks: MarkdownNode[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = lines[at]?.trim() ? blockAt(lines, at, depth) : [null, at + 1];
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

/** The block that begins at the line, and the line after it. */
function blockAt(lines: readonly string[], at: number, depth: number): [MarkdownNode, number] {
  const line = lines[at] ?? '';
  const [, fence, beside] = FENCE.exec(line) ?? [];
  if (fence) return fenced(lines, at + 1, fence, beside?.trim() ?? '');
  if (RULE.test(line)) return [{ tag: 'hr', of: [] }, at + 1];
  const [, signs, heading] = HEADING.exec(line) ?? [];
  if (signs && heading !== undefined) {
    return [{ tag: 'h4', level: signs.length, of: parseInline(heading.replace(AFTER_HEADING, '')) }, at + 1];
  }
  if (depth < DEEPEST && QUOTE.test(line)) return quote(lines, at, depth);
  if (depth < DEEPEST && ITEM.test(line)) return list(lines, at, depth);
  return paragraph(lines, at);
}

/** Text beside the fence is the first line, unless it is the language of a closed block. */
function fenced(lines: readonly string[], from: number, fence: string, beside: string): [MarkdownNode, number] {
  const isEnd = (line: string) => line.startsWith(fence) && !line.replaceAll(fence[0] ?? '', '');
  let until = from;
  while (until < lines.length && !isEnd(lines[until]?.trim() ?? '')) until += 1;
  const isLanguage = until < lines.length && !beside.includes(' ');
  const code = [...(beside && !isLanguage ? [beside] : []), ...lines.slice(from, until)];
  return [{ tag: 'pre', of: [{ tag: 'code', of: [code.join('\n')] }] }, until + 1];
}

function quote(lines: readonly string[], from: number, depth: number): [MarkdownNode, number] {
  const until = endOf(lines, from, (line) => QUOTE.test(line));
  const inside = lines.slice(from, until).map((line) => line.replace(QUOTE, ''));
  return [{ tag: 'blockquote', of: parseBlocks(inside, depth + 1) }, until];
}

function list(lines: readonly string[], from: number, depth: number): [MarkdownNode, number] {
  const start = ITEM.exec(lines[from] ?? '')?.[1];
  const items: string[][] = [];
  const until = endOf(lines, from, (line) => {
    const item = ITEM.exec(line);
    const isOne = item !== null && (item[1] === undefined) === (start === undefined);
    if (isOne) items.push([line.slice(item[0].length)]);
    else if (INDENT.test(line)) items.at(-1)?.push(line.replace(INDENT, ''));
    return isOne || INDENT.test(line);
  });
  const of = items.map((inside): MarkdownNode => ({ tag: 'li', of: itemContent(inside, depth) }));
  return [start === undefined ? { tag: 'ul', of } : { tag: 'ol', start: Number(start), of }, until];
}

/** Items of one paragraph stand without it. */
function itemContent(lines: readonly string[], depth: number): (MarkdownNode | string)[] {
  return parseBlocks(lines, depth + 1).flatMap((block) => (block.tag === 'p' ? block.of : [block]));
}

function paragraph(lines: readonly string[], from: number): [MarkdownNode, number] {
  const until = endOf(lines, from, (line, index) => index === from || !startsBlock(line));
  return [{ tag: 'p', of: parseInline(lines.slice(from, until).join('\n').trim()) }, until];
}

function startsBlock(line: string): boolean {
  return !line.trim() || [FENCE, QUOTE, HEADING, RULE, ITEM].some((start) => start.test(line));
}

/** The first line from there on that does not belong. */
function endOf(lines: readonly string[], from: number, belongs: (line: string, index: number) => boolean): number {
  let at = from;
  while (at < lines.length && belongs(lines[at] ?? '', at)) at += 1;
  // Lines that only a deeper level reads would otherwise be read again and again.
  return Math.max(at, from + 1);
}
