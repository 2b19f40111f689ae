import { Excess } from '../failures.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Bytes of a response beside its literals: one about a mail has some hundred, and one about a folder some thousand. */
const MOST_BYTES = 16 * 1024;
/** A mail is a single literal. */
const MOST_LITERALS = 100;
/** The numbers of mails are a list as long as the folder. */
const BEFORE_NUMBERS = Buffer.from('* SEARCH ');
const MOST_DIGITS = 10;

/** Where the reading is in the mark of a literal, "{12}", at the end of a line. */
type Mark = 'none' | 'digits' | 'closed' | 'closed and returned';

/**
 * Looks at the form of what an IMAP server sends before a parser reads it. The time of parsing grows with the square of some
 * things that no server sends, such as long sequences, and many literals in one response. The look itself takes one step for a byte.
 */
export class ResponseForm {
  /** Bytes that are left of the literal. */
  #literal = 0;
  #literals = 0;
  /** Bytes of the response beside its literals, and whether they are a list of numbers so far. */
  #bytes = 0;
  #isNumbers = true;
  #digits = 0;
  #mark: Mark = 'none';
  /** What the mark of a literal says; null = no digit has come yet. */
  #size: number | null = null;

  /** @throws Excess when a response is longer, or has more literals, than those of any server */
  check(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#literal > 0) {
        const taken = Math.min(this.#literal, chunk.length - at);
        this.#literal -= taken;
        at += taken;
      } else {
        this.#read(chunk[at] ?? 0);
        at += 1;
      }
    }
  }

  #read(byte: number): void {
    if (this.#isNumbers) this.#isNumbers = this.#goesOnAsNumbers(byte);
    this.#bytes += 1;
    if (!this.#isNumbers && this.#bytes > MOST_BYTES) throw new Excess('the server sends a response that is too long');
    if (byte === LF) this.#endLine();
    else this.#readMark(byte);
  }

  #goesOnAsNumbers(byte: number): boolean {
    if (this.#bytes < BEFORE_NUMBERS.length) return byte === BEFORE_NUMBERS[this.#bytes];
    if (byte < ZERO || byte > NINE) {
      this.#digits = 0;
      return byte === SPACE || byte === CR || byte === LF;
    }
    this.#digits += 1;
    return this.#digits <= MOST_DIGITS;
  }

  #readMark(byte: number): void {
    if (byte === OPEN) {
      this.#mark = 'digits';
      this.#size = null;
    } else if (this.#mark === 'digits' && byte >= ZERO && byte <= NINE) {
      this.#size = (this.#size ?? 0) * 10 + byte - ZERO;
    } else if (this.#mark === 'digits' && byte === CLOSE && this.#size !== null) {
      this.#mark = 'closed';
    } else {
      this.#mark = this.#mark === 'closed' && byte === CR ? 'closed and returned' : 'none';
    }
  }

  #endLine(): void {
    const isMarked = this.#mark === 'closed' || this.#mark === 'closed and returned';
    this.#mark = 'none';
    if (isMarked) {
      this.#literal = this.#size ?? 0;
      this.#literals += 1;
      if (this.#literals > MOST_LITERALS) throw new Excess('the server sends a response with too many literals');
    } else {
      this.#bytes = 0;
      this.#literals = 0;
      this.#isNumbers = true;
      this.#digits = 0;
    }
  }
}
