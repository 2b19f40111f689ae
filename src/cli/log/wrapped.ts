/** The text in rows of at most `width` characters, broken at spaces; what has none stays whole. */
export function wrapped(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const last = rows.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) rows.push(word);
    else rows[rows.length - 1] = `${last} ${word}`;
  }
  return rows;
}
