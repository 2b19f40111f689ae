import { linkTo } from './link-to.ts';
import type { MarkdownNode } from './markdown-node.ts';

type Inline = MarkdownNode | string;

const DEEPEST = 8;
/** Every place at which something else than text may begin. No alternative is searched for further than it matches. */
const SPECIAL =
  /\\[!-/:-@[-`{-~]|`+|\*\*|__|~~|\*|_|!?\[|\n|(?<![\w.+/-])(?:https?:\/\/|www\.)[^\s<>]+|(?<![\w.+/-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;
/** Any number of spaces could be shared between its parts in as many ways as their square. */
const LINK = /\[([^[\]]*)\]\(\s{0,9}<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s{1,9}"[^"\n]*")?\s{0,9}\)/y;
const AFTER_ADDRESS = /(?<![.,:;!?'"*_~)\]])[.,:;!?'"*_~)\]]+$/;
const TAGS: Record<string, 'strong' | 'em' | 'del'> = { '**': 'strong', __: 'strong', '~~': 'del', '*': 'em', _: 'em' };

/** Emphasis, code, links and line breaks of one block. */
export function parseInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  /** Marks without a match up to the end; searching again would take quadratic time. */
  const missing = new Set<string>();
  let plain = '';
  let at = 0;

  function add(node: MarkdownNode, until: number) {
    if (plain) parts.push(plain);
    plain = '';
    parts.push(node);
    at = until;
  }

  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const found = SPECIAL.exec(text);
    plain += text.slice(at, found?.index ?? text.length);
    if (!found) break;
    const [token] = found;
    at = found.index + token.length;
    const first = token.charAt(0);

    if (first === '\\') plain += token.slice(1);
    else if (token === '\n') add({ tag: 'br', of: [] }, at);
    else if (first === '`') {
      const end = missing.has(token) ? -1 : endOfCode(text, at, token);
      if (end < 0) {
        missing.add(token);
        plain += token;
      } else add({ tag: 'code', of: [text.slice(at, end)] }, end + token.length);
    } else if (token.endsWith('[')) {
      const link = depth < DEEPEST ? linkAt(text, at - 1, depth) : null;
      if (link && first === '!') link[0].isPicture = true;
      if (link) add(...link);
      else plain += token;
    } else if (TAGS[token]) {
      const end = depth < DEEPEST && !missing.has(token) ? endOfEmphasis(text, at, token) : -1;
      if (end === -1) missing.add(token);
      if (end < 0) plain += token;
      else add({ tag: TAGS[token], of: parseInline(text.slice(at, end), depth + 1) }, end + token.length);
    } else {
      const address = token.replace(AFTER_ADDRESS, (rest) => (rest.startsWith(')') && token.includes('(') ? ')' : ''));
      add({ tag: 'a', href: hrefOf(address), of: [address] }, found.index + address.length);
    }
  }
  if (plain) parts.push(plain);
  return parts;
}

function endOfCode(text: string, from: number, ticks: string): number {
  let end = text.indexOf(ticks, from);
  while (end >= 0 && text[end + ticks.length] === '`') {
    let next = end;
    while (text[next] === '`') next += 1;
    end = text.indexOf(ticks, next);
  }
  return end;
}

/** Where the emphasis ends; -1 = nowhere in the rest of the text, -2 = none begins here. */
function endOfEmphasis(text: string, from: number, mark: string): number {
  const isWord = mark.startsWith('_');
  const isInside = isWord && /\w/.test(text[from - mark.length - 1] ?? '');
  if (isInside || /^(\s|$)/.test(text.slice(from, from + 1))) return -2;
  let end = text.indexOf(mark, from + 1);
  while (end >= 0) {
    const isLonger = mark.length === 1 && (text[end + 1] === mark || text[end - 1] === mark);
    const isInWord = isWord && /\w/.test(text[end + mark.length] ?? '');
    if (!isLonger && !isInWord && !/\s|\\/.test(text[end - 1] ?? '')) return end;
    end = text.indexOf(mark, end + mark.length);
  }
  return -1;
}

/** The link with this opening bracket, and its end; null = there is none. */
function linkAt(text: string, bracket: number, depth: number): [MarkdownNode, number] | null {
  LINK.lastIndex = bracket;
  const found = LINK.exec(text);
  const href = linkTo(found?.[2] ?? '');
  if (!found || !href) return null;
  const label = found[1] ? parseInline(found[1], depth + 1) : [href];
  return [{ tag: 'a', href, of: label.map(withoutLink) }, bracket + found[0].length];
}

/** A link inside of another one would be invalid. */
function withoutLink(part: Inline): Inline {
  if (typeof part === 'string') return part;
  return part.tag === 'a' ? part.of.join('') : { ...part, of: part.of.map(withoutLink) };
}

function hrefOf(address: string): string {
  if (/^https?:/.test(address)) return address;
  return address.startsWith('www.') ? `https://${address}` : `mailto:${address}`;
}
