import { plainNotation } from './to-plain.ts';
import { writeMarkdown } from './write-markdown.ts';

/** Markdown with the marks of LINE, which need a space on both sides: " *strong* ", " _em_ ", " ~del~ ". */
export function toLine(text: string): string {
  const written = writeMarkdown(text, {
    ...plainNotation,
    strong: (inside) => markLines(inside, '*'),
    em: (inside) => markLines(inside, '_'),
    del: (inside) => markLines(inside, '~'),
  });
  return written.replaceAll(/(?<! ) {2,}(?=[*_~])|(?<=[*_~]) {2,}/g, ' ').replaceAll(/^ (?=[*_~])|(?<=[*_~]) $/gm, '');
}

/** A mark ends with its line. */
function markLines(text: string, mark: string): string {
  return text.replaceAll(/\S(?:.*\S)?/g, (line) => ` ${mark}${line}${mark} `);
}
