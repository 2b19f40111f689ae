import { randomUUID } from 'node:crypto';
import { digest } from '../../secrets.ts';

/** Stands for a text while an answer is written; nobody can guess it. */
const MARK = randomUUID();
/** The texts of the answer that is being written; null = none is. */
let texts: JsonText[] | null = null;

/** A value whose JSON text is there already; a `JsonAnswer` has it as it is, and `JSON.stringify` writes its value. */
export class JsonText {
  readonly text: string;
  /** The text in UTF-8, where it is kept to be sent again and again; otherwise null. */
  utf8: Buffer | null = null;
  #bytes: number | undefined;
  #digest: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The length in UTF-8. */
  get bytes(): number {
    return (this.#bytes ??= Buffer.byteLength(this.text));
  }

  get digest(): string {
    return (this.#digest ??= this.makeDigest());
  }

  protected makeDigest(): string {
    return digest(this.text);
  }

  toJSON(): unknown {
    if (texts === null) return JSON.parse(this.text);
    texts.push(this);
    return MARK;
  }
}

/** The texts as one array. */
export class JsonArray extends JsonText {
  readonly elements: readonly JsonText[];

  constructor(elements: readonly JsonText[]) {
    super(`[${elements.map(({ text }) => text).join(',')}]`);
    this.elements = elements;
  }

  /** From those of the elements, which are known where they are kept. */
  protected override makeDigest(): string {
    return digest(JSON.stringify(this.elements.map((element) => element.digest)));
  }
}

/** The value of type T with this JSON text. It can only be written: it has no properties of a T. */
export function asValue<T>(text: JsonText): T {
  return text as never;
}

/** The JSON of an answer, in which texts that are there already are neither read nor written again. */
export class JsonAnswer {
  /** What is between the texts: before the first, and after each. */
  readonly #around: string[];
  readonly #texts: JsonText[] = [];

  constructor(value: unknown) {
    if (value instanceof JsonText) {
      this.#around = ['', ''];
      this.#texts.push(value);
      return;
    }
    texts = this.#texts;
    try {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) throw new TypeError('an answer has no JSON');
      this.#around = this.#texts.length === 0 ? [text] : text.split(`"${MARK}"`);
    } finally {
      texts = null;
    }
  }

  get text(): string {
    let text = this.#around[0] ?? '';
    for (const [index, { text: inside }] of this.#texts.entries()) text += inside + (this.#around[index + 1] ?? '');
    return text;
  }

  /** The text in few pieces: texts of which the bytes are kept, and everything before, between and after them. */
  get pieces(): (string | Buffer)[] {
    const pieces: (string | Buffer)[] = [];
    let text = this.#around[0] ?? '';
    for (const [index, inside] of this.#texts.entries()) {
      if (inside.utf8 === null) text += inside.text;
      else {
        if (text.length > 0) pieces.push(text);
        pieces.push(inside.utf8);
        text = '';
      }
      text += this.#around[index + 1] ?? '';
    }
    return text.length > 0 || pieces.length === 0 ? [...pieces, text] : pieces;
  }

  /** The length in UTF-8, without making the text. */
  get bytes(): number {
    let bytes = 0;
    for (const part of this.#around) bytes += Buffer.byteLength(part);
    for (const text of this.#texts) bytes += text.bytes;
    return bytes;
  }

  /** Differs where the parts or the texts differ; made from their digests, without making the whole text. */
  get digest(): string {
    return digest(JSON.stringify([this.#around, this.#texts.map((text) => text.digest)]));
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
