import type { Schema } from 'yup';
import { type Entry, entriesOf } from './archive/read-archive.ts';
import {
  BackupError,
  ENDING,
  endingShape,
  type Ending,
  fileKeyOf,
  FORMAT,
  formatShape,
  HEADER,
  type Header,
  headerShape,
  KEY,
  SEQUENCES,
  type Sequences,
  sequencesShape,
  tableOf,
  type TableShape,
} from './format.ts';

/** Takes what a backup has, in its order; each is called when the one before has ended. */
export type Taker = {
  header(header: Header): Promise<void> | void;
  key(secretKey: string): Promise<void> | void;
  /** `rows` is a JSON array; returns how many it has. */
  rows(table: TableShape, rows: string): Promise<number> | number;
  sequences(sequences: Sequences): Promise<void> | void;
  /** `content` must be read to its end. */
  file(key: string, content: AsyncIterable<Buffer>): Promise<void>;
};

/**
 * Gives all that the backup at `path` has to `taker`. What it gets may still turn out to be damaged: only when the promise
 * resolves is everything right.
 * @throws BackupError that says what is wrong with it; Error when it cannot be read, and what `taker` throws
 */
export async function readBackup(path: string, taker: Taker): Promise<Ending> {
  const reading = new Reading(path, taker);
  for await (const entry of entriesOf(path)) await reading.take(entry);
  return reading.end();
}

class Reading {
  readonly #path: string;
  readonly #taker: Taker;
  #tables: Map<string, TableShape> | null = null;
  readonly #counts = new Map<string, number>();
  #files = 0;
  #ending: Ending | null = null;

  constructor(path: string, taker: Taker) {
    this.#path = path;
    this.#taker = taker;
  }

  async take({ name, content }: Entry): Promise<void> {
    if (name === HEADER) return this.#takeHeader(await textOf(content));
    const table = tableOf(name);
    const key = fileKeyOf(name);
    if (table !== null) return this.#takeRows(table, await textOf(content));
    if (key !== null) return this.#takeFile(key, content);
    if (name === KEY) return this.#taker.key((await textOf(content)).trim());
    if (name === SEQUENCES) return this.#taker.sequences(this.#valueOf(sequencesShape, await textOf(content), name));
    if (name === ENDING) this.#ending = this.#valueOf(endingShape, await textOf(content), name);
    else throw this.#damaged(`it has ${name}, which no backup has`);
  }

  async #takeHeader(text: string): Promise<void> {
    const { format } = this.#valueOf(formatShape, text, HEADER);
    if (format > FORMAT) throw new BackupError(`${this.#path} was made by a newer Parley: use that version`);
    const header = this.#valueOf(headerShape, text, HEADER);
    this.#tables = new Map(header.tables.map((table) => [table.name, table]));
    await this.#taker.header(header);
  }

  #valueOf<T>(shape: Schema<T>, text: string, name: string): T {
    try {
      return shape.validateSync(JSON.parse(text), { strict: true }) as T;
    } catch (error) {
      throw new BackupError(`${this.#path} is damaged: ${name} is not as it should be (${(error as Error).message})`, {
        cause: error,
      });
    }
  }

  async #takeRows(name: string, rows: string): Promise<void> {
    const table = this.#tables?.get(name);
    if (!table) throw this.#damaged(`it has rows of ${name}, which its beginning does not name`);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + (await this.#taker.rows(table, rows)));
  }

  async #takeFile(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    this.#files += 1;
    await this.#taker.file(key, content);
  }

  #damaged(what: string): BackupError {
    return new BackupError(`${this.#path} is damaged: ${what}`);
  }

  /** Compares what there was with what the end says. */
  end(): Ending {
    if (!this.#ending || !this.#tables) throw this.#damaged(`it has no beginning or no end`);
    const { rows, files } = this.#ending;
    const wrong = rows.find(({ table, count }) => (this.#counts.get(table) ?? 0) !== count);
    if (wrong) {
      const found = this.#counts.get(wrong.table) ?? 0;
      throw this.#damaged(`it has ${found} of ${wrong.count} rows of ${wrong.table}`);
    }
    if (files !== this.#files) throw this.#damaged(`it has ${this.#files} of ${files} files`);
    return this.#ending;
  }
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
