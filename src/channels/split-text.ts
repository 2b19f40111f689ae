/**
 * The text in pieces of at most `most` characters each, cut between lines or words where it can be, and never inside of
 * a character.
 */
export function splitText(text: string, most: number): string[] {
  return piecesOf(text, most).map(({ from, until }) => text.slice(from, until));
}

/** Where the pieces of `splitText` are in the text. */
export function piecesOf(text: string, most: number): { from: number; until: number }[] {
  const pieces: { from: number; until: number }[] = [];
  const end = text.trimEnd().length;
  let from = text.length - text.trimStart().length;
  while (end - from > most) {
    const cut = from + cutOf(text.slice(from, from + most + 1), most);
    pieces.push({ from, until: from + text.slice(from, cut).trimEnd().length });
    from = text.length - text.slice(cut).trimStart().length;
  }
  return from < end ? [...pieces, { from, until: end }] : pieces;
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
