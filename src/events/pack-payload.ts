import { beginning, follow, type Layout, layoutAt, type Place } from './layout-tree.ts';

// A payload of 3 kB is mostly what all events of its kind say: keys, and the same contact or message in several places.
// It is kept in two parts: its layout, which is stored once for all events that have it, and its values. Joined, they
// are the text that JSON.stringify makes of the payload, byte for byte; later versions join them without knowing what
// payloads say.

/** JSON has no control characters. GAP stands for a value in the layout, and between two values. */
const GAP = '\u0001';
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

/** Objects below such a key have keys of their own, which would make a layout of their own. They are values. */
const FREE = /_(attributes|config|info)$/;

type Packing = { place: Place; values: string[]; numbers: Map<unknown, number>; objects: Map<object, number> };

/**
 * A payload in two parts: its layout, with marks in the place of values and of objects that have occurred before (===), and
 * its values in their order. Takes what JSON can say.
 */
export function packPayload(payload: object): { layout: Layout; values: string } {
  const packing: Packing = { place: beginning(), values: [], numbers: new Map(), objects: new Map() };
  addObject(packing, payload);
  return { layout: layoutAt(packing.place), values: packing.values.join(GAP) };
}

function addPiece(packing: Packing, piece: string): void {
  packing.place = follow(packing.place, piece);
}

function addObject(packing: Packing, object: object): void {
  const number = packing.objects.get(object);
  if (number !== undefined) return addPiece(packing, COPY + number);
  addPiece(packing, OPEN);
  let isFirst = true;
  for (const key of Object.keys(object)) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    const written = writtenKey(key);
    addPiece(packing, isFirst ? written.first : written.next);
    isFirst = false;
    addProperty(packing, key, value);
  }
  addPiece(packing, CLOSE);
  packing.objects.set(object, packing.objects.size);
}

const OPEN = `${BEGIN}{`;
const CLOSE = `}${END}`;

/** Keys as JSON writes them, at the beginning of an object or later. Payloads share a few hundred. */
const writtenKeys = new Map<string, { first: string; next: string }>();
const MOST_KEYS = 1000;

function writtenKey(key: string): { first: string; next: string } {
  const known = writtenKeys.get(key);
  if (known) return known;
  const first = `${JSON.stringify(key)}:`;
  const written = { first, next: `,${first}` };
  if (writtenKeys.size < MOST_KEYS) writtenKeys.set(key, written);
  return written;
}

function addProperty(packing: Packing, key: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || FREE.test(key)) return addValue(packing, value);
  if (isPlain(value)) return addObject(packing, value);
  // Lists of other lengths would make too many layouts.
  const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
  if (!isPlain(only)) return addValue(packing, value);
  addPiece(packing, '[');
  addObject(packing, only);
  addPiece(packing, ']');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function addValue(packing: Packing, value: unknown): void {
  const { values, numbers } = packing;
  addPiece(packing, GAP);
  if (!isLong(value)) {
    values.push(textOf(value));
    return;
  }
  const number = numbers.get(value);
  if (number === undefined) numbers.set(value, values.length);
  values.push(number === undefined ? JSON.stringify(value) : SAME + number);
}

/** Whether the value takes more characters than a reference to it. */
function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  return typeof value === 'number' ? value > 9999 : typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return Number.isFinite(value) ? String(value) : JSON.stringify(value);
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
