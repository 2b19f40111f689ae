/** A range of letters or digits, an escaped character, or any other. */
const PARTS = /\\.|[a-z\d]-[a-z\d]|[^]/gi;

/**
 * The expression as a pattern that regular expressions of all languages read alike: flags are written out, and nothing
 * is escaped without need. Undefined for those with classes of Unicode, which many languages do not have.
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
