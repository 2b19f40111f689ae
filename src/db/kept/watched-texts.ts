import { KeptTexts } from './kept-texts.ts';
import type { Touches } from './touches.ts';
import { WholePages } from './whole-pages.ts';

/** The texts on SQLite: each is forgotten when a row that it was made from is written. */
export class WatchedTexts extends KeptTexts {
  readonly touches: Touches;
  readonly pages = new WholePages(() => this.left);

  constructor(touches: Touches) {
    super(touches);
    this.touches = touches;
  }
}
