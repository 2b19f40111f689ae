import { beginning, follow, followKey, followProperty, GAP, type Layout, layoutAt, type Place } from './layout-tree.ts';

// A payload of 3 kB is mostly what all events of its kind say: keys, and the same contact or message in several places.
// It is kept in two parts: its layout, which is stored once for all events that have it, and its values. Joined, they
// are the text that JSON.stringify makes of the payload, byte for byte; later versions join them without knowing what
// payloads say.

/** Around each object of the layout. */
const BEGIN = '\u0002';
const END = '\u0003';
/** Before the number of an object that occurs again; they are numbered in the order of their ends. */
const COPY = '\u0004';
const MARKS = new RegExp(`([${GAP}${BEGIN}${END}]|${COPY}\\d+)`);

/** Values in fewer characters: null is empty, and an earlier value is this mark, which begins no JSON, and its number. */
const SAME = '@';
const TRUE = 't';
const FALSE = 'f';

/** Each time of so many, all values are compared with the earlier ones, not only those that were equal the last time. */
const LOOK_AGAIN = 16;

/** `texts`: of the values. */
type Packing = { place: Place; values: unknown[]; texts: string[]; objects: object[]; looks: boolean };

let times = 0;

/**
 * A payload in two parts: its layout, with marks in the place of values and of objects that have occurred before (===), and
 * its values in their order. Takes what JSON can say.
 */
export function packPayload(payload: object): { layout: Layout; values: string } {
  times += 1;
  const packing = { place: beginning(), values: [], texts: [], objects: [], looks: times % LOOK_AGAIN === 0 };
  addObject(packing, payload);
  return { layout: layoutAt(packing.place), values: packing.texts.join(GAP) };
}

function addPiece(packing: Packing, piece: string): void {
  packing.place = follow(packing.place, piece);
}

function addObject(packing: Packing, object: object): void {
  const number = packing.objects.indexOf(object);
  if (number !== -1) return addPiece(packing, COPY + number);
  addPiece(packing, OPEN);
  // Twice as fast as with Object.keys. What is packed inherits nothing that this would find.
  // oxlint-disable-next-line guard-for-in
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) {
      packing.place = followKey(packing.place, key);
      addNested(packing, value);
    } else {
      packing.place = followProperty(packing.place, key);
      addValue(packing, value);
    }
  }
  addPiece(packing, CLOSE);
  packing.objects.push(object);
}

const OPEN = `${BEGIN}{`;
const CLOSE = `}${END}`;

function addNested(packing: Packing, value: object): void {
  if (!packing.place.takesObjects) {
    if (isPlain(value)) return addObject(packing, value);
    // Lists of other lengths would make too many layouts.
    const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
    if (isPlain(only)) return addOnly(packing, only);
  }
  addPiece(packing, GAP);
  addValue(packing, value);
}

function addOnly(packing: Packing, object: object): void {
  addPiece(packing, '[');
  addObject(packing, object);
  addPiece(packing, ']');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Adds the value of the gap that the place ends with. */
function addValue(packing: Packing, value: unknown): void {
  const number = isLong(value) ? numberOf(packing, value) : -1;
  packing.texts.push(number === -1 ? textOf(value) : SAME + number);
  packing.values.push(value);
}

/** Whether the value takes more characters than a reference to it. */
function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  return typeof value === 'number' ? value > 9999 : typeof value === 'object' && value !== null;
}

/** The number of an earlier value that is equal; -1 = there is none, or it was not looked for. */
function numberOf({ place, values, looks }: Packing, value: unknown): number {
  const { equalTo } = place;
  if (equalTo !== null && equalTo !== -1 && values[equalTo] === value) return equalTo;
  if (equalTo !== -1 || looks) place.equalTo = values.indexOf(value);
  return place.equalTo ?? -1;
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

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
