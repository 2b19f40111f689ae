import type { MarkdownNode } from './markdown-node.ts';
import { parseMarkdown } from './parse-markdown.ts';

type Mark = 'strong' | 'em' | 'del' | 'code' | 'pre' | 'blockquote';

/** The notation of a kind of text for Markdown's marks. The content of a mark is already written. */
export type Notation = Record<Mark, (inside: string) => string> & {
  /** Text without any meaning. */
  plain(text: string): string;
  link(label: string, href: string): string;
};

const BLOCKS: ReadonlySet<MarkdownNode['tag']> = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'h4', 'hr']);
const RULE = '---';

/** The Markdown of a message in this notation: lists as lines, headings as strong text. */
export function writeMarkdown(text: string, notation: Notation): string {
  return flow(parseMarkdown(text), '\n\n', []);

  /** `gap` stands between blocks; `open`: the marks around. */
  function flow(nodes: readonly (MarkdownNode | string)[], gap: string, open: readonly Mark[]): string {
    let written = '';
    let wasBlock = false;
    for (const node of nodes) {
      const isBlock = typeof node !== 'string' && BLOCKS.has(node.tag);
      if (written !== '' && (isBlock || wasBlock)) written += isList(node) ? '\n' : gap;
      written += write(node, open);
      wasBlock = isBlock;
    }
    return written;
  }

  function write(node: MarkdownNode | string, open: readonly Mark[]): string {
    if (typeof node === 'string') return notation.plain(node);
    const { tag, of, href = '', start = 1 } = node;
    switch (tag) {
      case 'br':
        return '\n';
      case 'hr':
        return RULE;
      case 'h4':
        return mark('strong', of, open);
      case 'a':
        return notation.link(flow(of, '\n', open), href);
      case 'ul':
        return of.map((item) => itemOf('- ', write(item, open))).join('\n');
      case 'ol':
        return of.map((item, index) => itemOf(`${start + index}. `, write(item, open))).join('\n');
      case 'pre':
        return notation.pre(notation.plain(textOf(of)));
      case 'p':
      case 'li':
        return flow(of, '\n', open);
      default:
        return mark(tag, of, open);
    }
  }

  /** Nested equal marks are written once. */
  function mark(name: Mark, of: MarkdownNode['of'], open: readonly Mark[]): string {
    const inside = flow(of, '\n', [...open, name]);
    return open.includes(name) && name !== 'blockquote' ? inside : notation[name](inside);
  }
}

/** Its further lines stand below its first word. */
const itemOf = (sign: string, text: string) => sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`);

const isList = (node: MarkdownNode | string) => typeof node !== 'string' && (node.tag === 'ul' || node.tag === 'ol');

const textOf = (nodes: MarkdownNode['of']): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.of))).join('');
