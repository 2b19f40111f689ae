const LONGEST = 140;

/** The beginning of a text in one line, without the marks of Markdown. */
export function plainText(content: string): string {
  const line = content
    .replaceAll(/\*\*|__|~~|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
