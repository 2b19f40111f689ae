import type { JsonText } from './json-text.ts';
import { KeptValues } from './kept-values.ts';
import type { Touches } from './touches.ts';

/** Characters of all texts and of what is noted about them. */
const MOST_CHARACTERS = 13_000_000;
/** What a text takes besides its characters. */
const NOTE_CHARACTERS = 200;

/** A text that holds after the time `from` and until `until` (in Unix milliseconds), while its rows do not change. */
export type Kept = { json: JsonText; from: number; until: number };

type Options<Text> = {
  /** What is noted with a text, in characters of text; 0 unless given. */
  noteSizeOf?: (text: Text) => number;
  mostCharacters?: number;
};

/** JSON texts by name. The least recently used leave first. */
export class KeptTexts<Text extends Kept = Kept> extends KeptValues<Text> {
  /** The texts that are being made, by their names: others wait for them rather than read the same. */
  readonly making = new Map<string, Promise<unknown>>();

  /** Each is kept until a row that it was made from is written, as `touches` tells; null = until it is replaced. */
  constructor(touches: Touches | null, { noteSizeOf = () => 0, mostCharacters = MOST_CHARACTERS }: Options<Text> = {}) {
    super(touches, {
      most: mostCharacters,
      sizeOf: (text) => text.json.text.length + NOTE_CHARACTERS + noteSizeOf(text),
    });
  }

  /** The text with this name, if it holds at `now`. */
  find(name: string, now: Date): Text | undefined {
    const kept = this.get(name);
    return kept && holds(kept, now) ? kept : undefined;
  }
}

export function holds({ from, until }: Pick<Kept, 'from' | 'until'>, now: Date): boolean {
  const time = now.getTime();
  return from < time && time <= until;
}
