import type { ImapFlow } from 'imapflow';
import type { Readable, Transform } from 'node:stream';
import { MINUTE, SECOND } from '../../../../time.ts';
import { MAX_MAIL_BYTES } from '../../mail-event.ts';
import { Excess } from '../failures.ts';
import type { Meter } from './meter.ts';
import type { StepName } from './protocol.ts';

const MEGABYTE = 1024 * 1024;

/** What a server may send in answer to each step: the largest mail, with what belongs to it, or lines. */
const MOST_BYTES: Record<StepName, number> = {
  signIn: MEGABYTE,
  openFolder: 4 * MEGABYTE,
  search: 8 * MEGABYTE,
  sizes: 4 * MEGABYTE,
  mails: MAX_MAIL_BYTES + 5 * MEGABYTE,
  head: 4 * MEGABYTE,
  wait: 4 * MEGABYTE,
  signOut: MEGABYTE,
};
/** What a server may tell of changes in `PER_MS` while nothing but mails are waited for; a flag that changes takes 40 bytes. */
export const MOST_UNASKED_BYTES = MEGABYTE;
const PER_MS = 10 * MINUTE;
/** Time of the processor that reading the answers may take: so much at once, and this part of the time that passes. */
const MOST_WORK_MS = 10 * SECOND;
const SHARE = 0.1;

const TOO_MUCH = 'the server sends more than it was asked for';

/** How much the server of a connection may send, and have read. Whatever is more ends the connection. */
export class Bounds {
  readonly connection: number;
  /** Why the connection was ended; null = it was not. */
  excess: Excess | null = null;
  #end: (excess: Excess) => void;
  #step: StepName = 'signIn';
  #left = MOST_BYTES.signIn;
  #unasked = 0;
  #unaskedSince = performance.now();
  #workLeftMs = MOST_WORK_MS;
  #workedAt = performance.now();

  private constructor(connection: number, end: (excess: Excess) => void) {
    this.connection = connection;
    this.#end = end;
  }

  /** Bounds a client that has not connected yet. `meter` measures what reading its answers takes. */
  static of(client: ImapFlow, connection: number, meter: Meter): Bounds {
    const { streamer } = client as unknown as { streamer: Transform };
    const bounds = new Bounds(connection, (excess) => void streamer.destroy(excess));
    const received = ({ length }: Buffer) => bounds.#received(length);
    streamer.on('pipe', (source: Readable) => void source.on('data', received));
    streamer.on('unpipe', (source: Readable) => void source.off('data', received));
    // What its form refuses (`readInTurns`).
    streamer.on('error', (error: Error) => {
      if (error instanceof Excess) bounds.excess ??= error;
    });
    const read = streamer.read.bind(streamer);
    streamer.read = (size) => {
      const response = read(size) as { payload: Buffer } | null;
      if (response !== null) meter.begin(bounds, response.payload.length);
      return response;
    };
    return bounds;
  }

  /** The connection is asked for something else now. */
  begin(step: StepName): void {
    this.#step = step;
    this.#left = MOST_BYTES[step];
  }

  /** Reading answers has taken so much of the processor's time. */
  worked(ms: number): void {
    const now = performance.now();
    this.#workLeftMs = Math.min(this.#workLeftMs + SHARE * (now - this.#workedAt), MOST_WORK_MS) - ms;
    this.#workedAt = now;
    if (this.#workLeftMs < 0) this.#exceed('reading what the server sends takes too much time');
  }

  #received(bytes: number): void {
    this.#left -= bytes;
    if (this.#step === 'wait') this.#unasked += bytes;
    const now = performance.now();
    if (now - this.#unaskedSince > PER_MS) [this.#unasked, this.#unaskedSince] = [0, now];
    if (this.#left < 0) this.#exceed(TOO_MUCH);
    else if (this.#unasked > MOST_UNASKED_BYTES) this.#exceed(`${TOO_MUCH} while mails are waited for`);
  }

  #exceed(words: string): void {
    if (this.excess) return;
    this.excess = new Excess(words);
    this.#end(this.excess);
  }
}
