import { type Notation, writeMarkdown } from './write-markdown.ts';

/** Markdown as text without marks, for SMS. */
export function toPlain(text: string): string {
  return writeMarkdown(text, plainNotation);
}

const same = (text: string) => text;

/** Text without marks: links show their address, and quotations have a sign before each line. */
export const plainNotation: Notation = {
  plain: same,
  strong: same,
  em: same,
  del: same,
  code: same,
  pre: same,
  blockquote: (inside) => inside.replaceAll(/^/gm, '> '),
  link(label, href) {
    const address = href.replace(/^(mailto|tel):/i, '');
    return [address, href].includes(label) || href === `https://${label}` ? label : `${label}: ${address}`;
  },
};
