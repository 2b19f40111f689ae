/** A range of letters or digits, an escaped character, or any other. */
const PARTS = /\\.|[a-z\d]-[a-z\d]|[^]/gi;

/**
 * The expression as a pattern with the same meaning in all languages: flags are written out, and needless escapes
 * removed. Undefined for expressions with Unicode classes, which many languages lack.
 */
export function portablePattern({ source, ignoreCase }: RegExp): string | undefined {
  if (/\\[pu]/i.test(source)) return undefined;
  const plain = source.replaceAll(String.raw`\/`, '/');
  return ignoreCase ? inEitherCase(plain) : plain;
}

function inEitherCase(source: string): string {
  let isInClass = false;
  return source.replaceAll(PARTS, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    const both = [...new Set([part.toUpperCase(), part.toLowerCase()])];
    if (part.startsWith('\\') || both.length === 1) return part;
    return isInClass ? both.join('') : `[${both.join('')}]`;
  });
}
