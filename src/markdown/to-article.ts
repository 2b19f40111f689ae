import { escapeHtml } from './escape-html.ts';
import type { MarkdownNode } from './markdown-node.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** The title of the page has the first level. */
const FIRST_LEVEL = 2;
const LAST_LEVEL = 6;

/**
 * The Markdown of an article as HTML, with pictures; HTML in it is text. Headings begin at the second level, and none is more
 * than one level below the one before it, as screen readers need it.
 */
export function toArticle(text: string): string {
  let level = FIRST_LEVEL - 1;

  function write(node: MarkdownNode | string): string {
    if (typeof node === 'string') return escapeHtml(node);
    const { tag, of, href = '', start } = node;
    if (tag === 'br' || tag === 'hr') return `<${tag}>`;
    if (node.isPicture) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(textOf(of))}" loading="lazy">`;
    const inside = of.map(write).join('');
    if (tag === 'h4') {
      level = Math.min((node.level ?? 1) + FIRST_LEVEL - 1, level + 1, LAST_LEVEL);
      return `<h${level}>${inside}</h${level}>`;
    }
    if (tag === 'a') return `<a href="${escapeHtml(href)}">${inside}</a>`;
    const first = start === undefined || start === 1 ? '' : ` start="${start}"`;
    return `<${tag}${first}>${inside}</${tag}>`;
  }

  return parseMarkdown(text).map(write).join('\n');
}

const textOf = (nodes: MarkdownNode['of']): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.of))).join('');
