import { escapeHtml } from './escape-html.ts';
import type { MarkdownNode } from './markdown-node.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** Markdown as HTML, as mails have it; HTML in it is text. */
export function toHtml(text: string): string {
  return parseMarkdown(text).map(write).join('\n');
}

function write(node: MarkdownNode | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, of, href, start } = node;
  if (tag === 'br' || tag === 'hr') return `<${tag}>`;
  const link = href === undefined ? '' : ` href="${escapeHtml(href)}"`;
  const first = start === undefined || start === 1 ? '' : ` start="${start}"`;
  return `<${tag}${link}${first}>${of.map(write).join('')}</${tag}>`;
}
