import type { ImapFlow } from 'imapflow';
import type { Transform, TransformCallback } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { ResponseForm } from './response-form.ts';

/** Bytes that are parsed before others have their turn. */
const SLICE_BYTES = 16 * 1024;
/** After each slice, the thread is left to others for as long as parsing took, within this bound. */
const LONGEST_REST_MS = 1000;
/** Where parsing took less, others run that wait already, since timers are no shorter. */
const SHORTEST_REST_MS = 2;
/** A connection that waits for something while it parses keeps others waiting for no longer. */
const LONGEST_TURN_MS = 1000;

/** The library's parser of what a server sends, and the parser's method that takes a part of it. */
const PARSER = 'streamer';
const TAKE = '_transform';

/** Resolves when the turns that have been given by now are over. */
let last: Promise<void> = Promise.resolve();

/**
 * Has the connection parse what its server sends in small parts, which share at most half of the processor with the parts of all
 * other connections, and fail at what no server sends (ResponseForm). An account names the server, which may send anything. To be
 * called before the connection is opened.
 */
export function readInTurns(client: ImapFlow): void {
  const parser = (client as unknown as Record<typeof PARSER, Transform>)[PARSER];
  const parse = parser[TAKE].bind(parser);
  const form = new ResponseForm();

  function parsed(slice: Buffer): Promise<void> {
    return new Promise((resolve) => {
      if (parser.destroyed) resolve();
      else parse(slice, 'utf8', () => resolve());
    });
  }

  async function parseAll(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      form.check(slice);
      await inTurn(() => parsed(slice));
    }
  }

  parser[TAKE] = (chunk: Buffer, _: BufferEncoding, done: TransformCallback) =>
    callbackify(() => parseAll(chunk))(done);
}

/** Does the work when the turns of earlier calls are over. Its own turn has a rest at its end. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const former = last;
  last = isOver;
  await former;
  const startedAt = performance.now();
  const latest = setTimeout(end, LONGEST_TURN_MS);
  await work();
  clearTimeout(latest);
  void rest(performance.now() - startedAt).then(end);
}

async function rest(tookMs: number): Promise<void> {
  if (tookMs < SHORTEST_REST_MS) await new Promise((resolve) => void setImmediate(resolve));
  else await sleep(Math.min(tookMs, LONGEST_REST_MS));
}
