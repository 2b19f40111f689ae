import { escapeHtml } from './escape-html.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Markdown as the HTML that Telegram reads: https://core.telegram.org/bots/api#html-style. It has no lists and no lines. */
export function toTelegram(text: string): string {
  return writeMarkdown(text, {
    plain: escapeHtml,
    strong: (inside) => `<strong>${inside}</strong>`,
    em: (inside) => `<em>${inside}</em>`,
    del: (inside) => `<del>${inside}</del>`,
    code: (inside) => `<code>${inside}</code>`,
    pre: (inside) => `<pre>${inside}</pre>`,
    // One inside of another would be refused.
    blockquote: (inside) => `<blockquote>${inside.replaceAll(/<\/?blockquote>/g, '')}</blockquote>`,
    link: (label, href) => `<a href="${escapeHtml(href)}">${label}</a>`,
  });
}
