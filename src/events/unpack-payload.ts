import { BEGIN, COPY, END, FALSE, GAP, SAME, TRUE } from './payload-marks.ts';

const MARKS = new RegExp(`([${GAP}${BEGIN}${END}]|${COPY}\\d+)`);

/** The text of the payload of which `packPayload` made the two parts. */
export function unpackPayload({ layout, values }: { layout: string; values: string }): string {
  const texts = textsIn(values);
  const begins: number[] = [];
  const objects: string[] = [];
  let text = '';
  let next = 0;
  for (const piece of layout.split(MARKS)) {
    if (piece === GAP) text += texts[next++] ?? '';
    else if (piece === BEGIN) begins.push(text.length);
    else if (piece === END) objects.push(text.slice(begins.pop()));
    else if (piece.startsWith(COPY)) text += objects[Number(piece.slice(COPY.length))] ?? '';
    else text += piece;
  }
  return text;
}

/** The JSON text of each value. */
function textsIn(values: string): string[] {
  const texts: string[] = [];
  for (const value of values.split(GAP)) {
    if (value === '') texts.push('null');
    else if (value === TRUE || value === FALSE) texts.push(value === TRUE ? 'true' : 'false');
    else texts.push(value.startsWith(SAME) ? (texts[Number(value.slice(SAME.length))] ?? '') : value);
  }
  return texts;
}
