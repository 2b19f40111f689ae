import { digest } from '../secrets.ts';

/** The text of a payload without its values, and the digest by which it is known. */
export type Layout = { text: string; digest: string };

/**
 * A place in the layouts that have occurred, at the end of the pieces that lead to it. Payloads repeat layouts, and
 * following their pieces is faster than joining and hashing them each time.
 */
export type Place = {
  piece: string;
  before: Place | null;
  /** What has followed it first, and what else has. */
  first: Place | null;
  others: Map<string, Place> | null;
  /** The key of an object that has followed it first, with the place after that key, and the other keys that have. */
  key: string | null;
  afterKey: Place | null;
  otherKeys: Map<string, Place> | null;
  /** The place after `key` and a value. */
  afterProperty: Place | null;
  /** After a key: whether an object is kept whole here, as one value. */
  takesObjects: boolean;
  /** Of a value: the number of the earlier value that it was equal to the last time; -1 = of none, null = not known. */
  equalTo: number | null;
  /** The layout that ends here; null = not asked for yet. */
  layout: Layout | null;
};

/** Stands for a value in a layout, and between two values. JSON has no control characters, so no mark occurs in it. */
export const GAP = '\u0001';

/** Objects below such a key have keys of their own, which would make a layout of their own. They are values. */
const FREE = /_(attributes|config|info)$/;

/** Some megabytes; with more, all are forgotten. Some dozens of layouts have a few thousand places. */
const MOST_PLACES = 50_000;

let root = newPlace('', null);
let count = 0;

/** Where every layout begins. */
export function beginning(): Place {
  if (count > MOST_PLACES) {
    root = newPlace('', null);
    count = 0;
  }
  return root;
}

/** The place after `piece` at `place`. */
export function follow(place: Place, piece: string): Place {
  const { first } = place;
  if (first !== null && first.piece === piece) return first;
  return place.others?.get(piece) ?? branch(place, piece);
}

/** The place after this key of an object, which follows its beginning, or another property. */
export function followKey(place: Place, key: string): Place {
  if (place.key === key && place.afterKey !== null) return place.afterKey;
  return place.otherKeys?.get(key) ?? branchAtKey(place, key);
}

/** The place after this key and a value. */
export function followProperty(place: Place, key: string): Place {
  if (place.key === key && place.afterProperty !== null) return place.afterProperty;
  const next = follow(followKey(place, key), GAP);
  if (place.key === key) place.afterProperty = next;
  return next;
}

function branchAtKey(place: Place, key: string): Place {
  const comma = place.piece.endsWith('{') ? '' : ',';
  const next = follow(place, `${comma}${JSON.stringify(key)}:`);
  next.takesObjects = FREE.test(key);
  if (place.key === null) {
    place.key = key;
    place.afterKey = next;
  } else {
    (place.otherKeys ??= new Map()).set(key, next);
  }
  return next;
}

function branch(place: Place, piece: string): Place {
  const next = newPlace(piece, place);
  count += 1;
  if (place.first === null) place.first = next;
  else (place.others ??= new Map()).set(piece, next);
  return next;
}

/** The layout that ends at `place`. */
export function layoutAt(place: Place): Layout {
  if (place.layout === null) {
    const pieces = [];
    for (let at: Place | null = place; at !== null; at = at.before) pieces.push(at.piece);
    const text = pieces.toReversed().join('');
    place.layout = { text, digest: digest(text) };
  }
  return place.layout;
}

function newPlace(piece: string, before: Place | null): Place {
  return {
    piece,
    before,
    first: null,
    others: null,
    key: null,
    afterKey: null,
    otherKeys: null,
    afterProperty: null,
    takesObjects: false,
    equalTo: null,
    layout: null,
  };
}
