/** Text that is HTML already, and must not be escaped again. */
export type Html = { readonly text: string };

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** HTML in which every value is shown as the text that it is, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
  const shown = values.map((value) => (typeof value === 'object' ? value.text : escape(String(value))));
  return { text: String.raw({ raw: parts }, ...shown) };
}

export function join(all: Html[]): Html {
  return { text: all.map(({ text }) => text).join('') };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
