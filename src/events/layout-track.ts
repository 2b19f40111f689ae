import { digest } from '../secrets.ts';
import { GAP } from './payload-marks.ts';

/** The text of a payload without its values, and the digest by which it is known. */
export type Layout = { text: string; digest: string };

/** A step in a payload: a piece of its layout, a key with an object or list below, or a key with a value. */
export type Step = 'piece' | 'key' | 'property';

/**
 * The steps of a payload from beginning to end. Payloads repeat layouts, and comparing a payload with the last one of its
 * layout is faster than joining and hashing its pieces. Separate lists keep compared values close together in memory.
 */
export type Track = {
  steps: Step[];
  /** The piece or the key of each step. */
  names: string[];
  /** For each key, whether an object below it is kept whole, as one value. */
  isFree: boolean[];
  /** For each value, the number of the earlier value that it was equal to the last time; NONE, or NOT_KNOWN. */
  equalTo: number[];
  /** For each value, the last one that was short, and its text. */
  lastValues: unknown[];
  lastTexts: string[];
  /** Null = the track grows: its end has not been reached. */
  layout: Layout | null;
  /** Tracks with the same beginning, by the place and the step that differ. */
  branches: Map<string, Track>;
  /** For a growing track, its parent and its branch name; null = complete. */
  grownFrom: { track: Track; branch: string } | null;
};

/** Objects below such a key have keys of their own, which would make a layout of their own. They are values. */
const FREE = /_(attributes|config|info)$/;

/** For `equalTo`. */
export const NONE = -1;
export const NOT_KNOWN = -2;

/** Twenty megabytes at most; with more, all are forgotten. Some dozens of layouts have a few thousand steps. */
const MOST_STEPS = 100_000;

let root = beginning();
let count = 0;

function beginning(): Track {
  const none = { steps: [], names: [], isFree: [], equalTo: [], lastValues: [], lastTexts: [] };
  // Nothing is added to it: each payload begins with a branch of it.
  return { ...none, layout: { text: '', digest: '' }, branches: new Map(), grownFrom: null };
}

/** The track that every payload begins with. */
export function firstTrack(): Track {
  if (count > MOST_STEPS) {
    root = beginning();
    count = 0;
  }
  return root;
}

/** The track with this step at `place`: the same track, a branch, or a growing track. */
export function follow(track: Track, place: number, step: Step, name: string): Track {
  if (track.names[place] === name && track.steps[place] === step) return track;
  const isGrowing = track.layout === null && place === track.steps.length;
  return isGrowing ? grow(track, step, name) : branchOf(track, place, step, name);
}

function branchOf(track: Track, place: number, step: Step, name: string): Track {
  const branch = `${place} ${step} ${name}`;
  const known = track.branches.get(branch);
  if (known) return known;
  const before = {
    steps: track.steps.slice(0, place),
    names: track.names.slice(0, place),
    isFree: track.isFree.slice(0, place),
    equalTo: track.equalTo.slice(0, place),
    lastValues: track.lastValues.slice(0, place),
    lastTexts: track.lastTexts.slice(0, place),
  };
  return grow({ ...before, layout: null, branches: new Map(), grownFrom: { track, branch } }, step, name);
}

function grow(track: Track, step: Step, name: string): Track {
  track.steps.push(step);
  track.names.push(name);
  track.isFree.push(step === 'key' && FREE.test(name));
  track.equalTo.push(NOT_KNOWN);
  track.lastValues.push(undefined);
  track.lastTexts.push('');
  return track;
}

/** The layout of a payload that has followed the track to its end. */
export function layoutOf(track: Track): Layout {
  return track.layout ?? finish(track);
}

function finish(track: Track): Layout {
  const text = layoutText(track);
  const layout = { text, digest: digest(text) };
  track.layout = layout;
  if (track.grownFrom) track.grownFrom.track.branches.set(track.grownFrom.branch, track);
  track.grownFrom = null;
  count += track.steps.length;
  return layout;
}

function layoutText({ steps, names }: Track): string {
  let text = '';
  for (const [place, name] of names.entries()) {
    const step = steps[place];
    if (step === 'piece') text += name;
    else text += `${text.endsWith('{') ? '' : ','}${JSON.stringify(name)}:${step === 'property' ? GAP : ''}`;
  }
  return text;
}
