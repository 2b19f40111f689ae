// A payload of 3 kB is mostly what all events of its kind say: keys, and the same contact or message in several places.
// It is kept in two parts: its layout, which is stored once for all events that have it, and its values. Joined, they
// are the text that JSON.stringify makes of the payload, byte for byte; later versions join them without knowing what
// payloads say.

/** A payload in two parts, neither of which is JSON. */
export type PackedPayload = {
  /** Its text, with marks in the place of values, and of objects that have occurred before. */
  layout: string;
  /** The values, in their order. */
  values: string;
};

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

/** Keys that JSON writes as they are. */
const PLAIN_KEY = /^\w+$/;
/** Objects below such a key have keys of their own, which would make a layout of their own. They are values. */
const FREE = /_(attributes|config|info)$/;

type Packing = { layout: string; values: string[]; numbers: Map<unknown, number>; objects: Map<object, number> };

/** Takes what JSON can say. An object that is the same (===) in several places is stored once. */
export function packPayload(payload: object): PackedPayload {
  const packing: Packing = { layout: '', values: [], numbers: new Map(), objects: new Map() };
  addObject(packing, payload);
  return { layout: packing.layout, values: packing.values.join(GAP) };
}

function addObject(packing: Packing, object: object): void {
  const number = packing.objects.get(object);
  if (number !== undefined) {
    packing.layout += COPY + number;
    return;
  }
  packing.layout += `${BEGIN}{`;
  let separator = '';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    packing.layout += `${separator}${PLAIN_KEY.test(key) ? `"${key}"` : JSON.stringify(key)}:`;
    separator = ',';
    addProperty(packing, key, value);
  }
  packing.layout += `}${END}`;
  packing.objects.set(object, packing.objects.size);
}

function addProperty(packing: Packing, key: string, value: unknown): void {
  if (FREE.test(key)) return addValue(packing, value);
  if (isPlain(value)) return addObject(packing, value);
  // Lists of other lengths would make too many layouts.
  const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
  if (!isPlain(only)) return addValue(packing, value);
  packing.layout += '[';
  addObject(packing, only);
  packing.layout += ']';
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function addValue(packing: Packing, value: unknown): void {
  const { values, numbers } = packing;
  packing.layout += GAP;
  const number = numbers.get(value);
  if (number !== undefined) values.push(SAME + number);
  else {
    if (isLong(value)) numbers.set(value, values.length);
    values.push(textOf(value));
  }
}

/** Whether the value takes more characters than a reference to it. */
function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  return typeof value === 'number' ? value > 9999 : typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return JSON.stringify(value);
}

/** The text of the payload of which `packPayload` made the two parts. */
export function unpackPayload({ layout, values }: PackedPayload): string {
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
