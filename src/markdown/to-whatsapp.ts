import { plainNotation } from './to-plain.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Markdown with the marks of WhatsApp: *strong*, _em_, ~del~, `code`. */
export function toWhatsapp(text: string): string {
  return writeMarkdown(text, {
    ...plainNotation,
    strong: (inside) => markLines(inside, '*'),
    em: (inside) => markLines(inside, '_'),
    del: (inside) => markLines(inside, '~'),
    code: (inside) => `\`${inside}\``,
    pre: (inside) => `\`\`\`${inside}\`\`\``,
  });
}

/** Marks each line separately. Lines with an address get no marks, which would become part of the address. */
function markLines(text: string, mark: string): string {
  return text.replaceAll(/\S(?:.*\S)?/g, (line) => (line.includes('://') ? line : mark + line + mark));
}
