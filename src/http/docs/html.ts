/** Text that is HTML already, and must not be escaped again. */
export type Html = { readonly text: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The parts of templates without the indentation of the sources, which would be a third of a page. */
const compact = new WeakMap<TemplateStringsArray, readonly string[]>();

/** HTML in which every value is escaped, unless it is Html itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const kept = compact.get(parts) ?? parts.map((part) => part.replaceAll(/\s*\n\s*/g, '\n'));
  compact.set(parts, kept);
  const shown = values.map((value) => (typeof value === 'object' ? value.text : escape(String(value))));
  return { text: String.raw({ raw: kept }, ...shown) };
}

export function join(all: readonly Html[]): Html {
  return { text: all.map(({ text }) => text).join('') };
}

/** The HTML of a sentence, in which backticks enclose `code`, as in Markdown. */
export function prose(text: string): Html {
  const parts = text.split('`');
  return join(parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)));
}

/** Preformatted lines of code as HTML. */
export function code(lines: string): Html {
  return {
    text: `<pre><code>${lines.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character)}</code></pre>\n`,
  };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
