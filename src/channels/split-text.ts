/**
 * The text in pieces of at most `most` characters each, cut between lines or words where it can be, and never inside of
 * a character.
 */
export function splitText(text: string, most: number): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const end = cutOf(rest, most);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Where to cut: after the last line or word that fits and leaves a piece of half the length at least. */
function cutOf(text: string, most: number): number {
  for (const gap of ['\n', ' ']) {
    const at = text.lastIndexOf(gap, most);
    if (at >= most / 2) return at;
  }
  return isSecondHalf(text, most) ? most - 1 : most;
}

/** Whether it would cut a surrogate pair. */
function isSecondHalf(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1));
}
