import { Marked, type Token, type Tokens } from 'marked';
import { code, html, type Html } from './html.ts';
import type { FindOperation } from './find-operation.ts';

/** A part of a guide, from its heading to the next one. `level` 1 = the guide's title; `text`: what can be searched for. */
export type GuidePart = { id: string; level: number; title: string; text: string };

/**
 * A guide in Markdown as HTML. Links to other guides lead to their pages, those to other files of the repository become
 * text, and an operation or page in backticks
 * (`GET .../labels`) leads there. HTML in a guide is text.
 */
export function guideHtml(markdown: string, findOperation: FindOperation): { body: Html; parts: GuidePart[] } {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const parts = partsOf(tokens);
  const headings = [...parts];
  marked.use({
    renderer: {
      heading({ depth, tokens: inside }) {
        const id = headings.shift()?.id ?? '';
        return `<h${depth} id="${id}">${this.parser.parseInline(inside)}</h${depth}>\n`;
      },
      link({ href, tokens: inside }) {
        const to = addressOf(href);
        const shown = this.parser.parseInline(inside);
        return to === null ? shown : html`<a href="${to}">${{ text: shown }}</a>`.text;
      },
      codespan({ text }) {
        const to = text.startsWith('/docs/') ? text : findOperation(text);
        return to === null ? html`<code>${text}</code>`.text : html`<a href="${to}"><code>${text}</code></a>`.text;
      },
      code: ({ text }) => code(text).text,
      html: ({ text }) => html`${text}`.text,
      tablecell({ header, tokens: inside }) {
        // A column or row without a name has no heading.
        const tag = header && inside.length > 0 ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(inside)}</${tag}>`;
      },
    },
  });
  return { body: { text: marked.parser(tokens) }, parts };
}

/** The parts of a guide without its HTML, for the search. */
export const partsIn = (markdown: string): GuidePart[] => partsOf(new Marked().lexer(markdown));

/** The parts of the guide, each with an id of its own. */
function partsOf(tokens: readonly Token[]): GuidePart[] {
  const parts: GuidePart[] = [];
  const known = new Set<string>();
  for (const token of tokens) {
    const last = parts.at(-1);
    if (token.type === 'heading') {
      const { text: title, depth } = token as Tokens.Heading;
      const name = title.toLowerCase().replaceAll(/\W+/g, '-');
      const before = parts.findLast(({ level }) => level < depth);
      const id = known.has(name) ? `${before?.id ?? ''}-${name}` : name;
      known.add(id);
      parts.push({ id, level: depth, title: title.replaceAll('`', ''), text: '' });
    } else if (last) last.text += `${token.raw}\n`;
  }
  return parts;
}

/** Where a link of a guide leads: another part or guide, or a page elsewhere; null = nowhere that a browser reaches. */
function addressOf(href: string): string | null {
  const [, guide, place = ''] = /^(README|[a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (guide !== undefined) return `/docs/${guide === 'README' ? 'operating' : guide}${place}`;
  return /^(#|https?:|\/docs\/)/.test(href) ? href : null;
}
