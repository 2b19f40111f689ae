import { stringify } from '../db/dialect.ts';
import { firstTrack, follow, type Layout, layoutOf, NONE, NOT_KNOWN, type Step, type Track } from './layout-track.ts';
import { BEGIN, COPY, END, FALSE, GAP, SAME, TRUE } from './payload-marks.ts';

// Most of a payload of 3 kB repeats other events of its kind: keys, and the same contact or message in several places. It is
// stored in two parts: its layout, shared by all events that have it, and its values. Joined, they are byte for byte the text
// of JSON.stringify, so that later versions can join them without knowing the payload.

/** At this interval, all values are compared with earlier ones, instead of only the values that were equal last time. */
const LOOK_AGAIN = 16;
/** Texts of more characters are made anew each time. */
const MOST_OF_LAST = 64;

/** `place`: how many steps of the track have been followed; `texts`: of the values. */
type Packing = { track: Track; place: number; values: unknown[]; texts: string[]; objects: object[]; looks: boolean };

let times = 0;

/**
 * A payload in two parts: its layout, with marks in the place of values and of objects that have occurred before (===), and
 * its values in their order. Takes what JSON can say.
 */
export function packPayload(payload: object): { layout: Layout; values: string } {
  times += 1;
  const looks = times % LOOK_AGAIN === 0;
  const packing: Packing = { track: firstTrack(), place: 0, values: [], texts: [], objects: [], looks };
  addObject(packing, payload);
  return { layout: layoutOf(packing.track), values: packing.texts.join(GAP) };
}

function add(packing: Packing, step: Step, name: string): void {
  packing.track = follow(packing.track, packing.place, step, name);
  packing.place += 1;
}

function addObject(packing: Packing, object: object): void {
  const number = packing.objects.indexOf(object);
  if (number !== -1) return add(packing, 'piece', COPY + number);
  add(packing, 'piece', OPEN);
  // Twice as fast as Object.keys; packed objects inherit no enumerable keys.
  // oxlint-disable-next-line guard-for-in
  for (const key in object) {
    const value = (object as Record<string, unknown>)[key];
    if (value === undefined) continue;
    if (typeof value === 'object' && value !== null) {
      add(packing, 'key', key);
      addNested(packing, value);
    } else {
      add(packing, 'property', key);
      addValue(packing, value);
    }
  }
  add(packing, 'piece', CLOSE);
  packing.objects.push(object);
}

const OPEN = `${BEGIN}{`;
const CLOSE = `}${END}`;

function addNested(packing: Packing, value: object): void {
  if (!packing.track.isFree[packing.place - 1]) {
    if (isPlain(value)) return addObject(packing, value);
    // Lists of other lengths would make too many layouts.
    const [only] = Array.isArray(value) && value.length === 1 ? (value as unknown[]) : [];
    if (isPlain(only)) return addOnly(packing, only);
  }
  add(packing, 'piece', GAP);
  addValue(packing, value);
}

function addOnly(packing: Packing, object: object): void {
  add(packing, 'piece', '[');
  addObject(packing, object);
  add(packing, 'piece', ']');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Adds the value of the last step. */
function addValue(packing: Packing, value: unknown): void {
  const number = isLong(value) ? numberOf(packing, value) : NONE;
  packing.texts.push(number === NONE ? lastTextOf(packing, value) : SAME + number);
  packing.values.push(value);
}

/** Whether the value takes more characters than a reference to it. */
function isLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > 2;
  return typeof value === 'number' ? value > 9999 : typeof value === 'object' && value !== null;
}

/** The number of an earlier value that is equal; NONE = there is none, or it was not looked for. */
function numberOf({ track, place, values, looks }: Packing, value: unknown): number {
  const number = track.equalTo[place - 1] ?? NOT_KNOWN;
  if (number >= 0 && values[number] === value) return number;
  if (number === NONE && !looks) return NONE;
  return (track.equalTo[place - 1] = values.indexOf(value));
}

/** The text of the value, which is mostly the same as the last time. */
function lastTextOf({ track, place }: Packing, value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  if (track.lastValues[place - 1] === value) return track.lastTexts[place - 1] ?? '';
  const text = textOf(value);
  if (typeof value !== 'object' && text.length <= MOST_OF_LAST) {
    track.lastValues[place - 1] = value;
    track.lastTexts[place - 1] = text;
  }
  return text;
}

function textOf(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : stringify(value);
}
