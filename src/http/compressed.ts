import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip as gzipLater, type InputType, type ZlibOptions } from 'node:zlib';
import { JsonAnswer } from '../db/kept/json-text.ts';
import type { RouteMiddleware } from './state.ts';

const gzip = promisify<InputType, ZlibOptions, Buffer>(gzipLater);

/** Shorter answers gain nothing. */
const SHORTEST_BYTES = 1024;

/** The compressed form of each buffer, for as long as the buffer exists. */
const keptBytes = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * Compresses answers for clients that accept gzip; for routes whose answers may be compressed (routes/compressible.ts).
 * An attacker who sees how long encrypted answers are, and can put text into them, might guess what else they contain
 * (BREACH), so their length varies at random.
 */
export const compressed: RouteMiddleware = async function compressed(ctx, next) {
  await next();
  ctx.vary('Accept-Encoding');
  const body: unknown = ctx.body instanceof JsonAnswer ? ctx.body.text : ctx.body;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return;
  if (Buffer.byteLength(body) < SHORTEST_BYTES || ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  ctx.body = typeof body === 'string' ? withComment(await gzip(body, FAST)) : await compressKept(body);
  ctx.set('Content-Encoding', 'gzip');
};

const FAST = { level: constants.Z_BEST_SPEED };

function compressKept(bytes: Buffer): Promise<Buffer> {
  const known = keptBytes.get(bytes) ?? gzip(bytes, { level: constants.Z_BEST_COMPRESSION });
  keptBytes.set(bytes, known);
  return known;
}

/** The header of a gzip file (RFC 1952): its flags are the fourth byte, and it ends after the tenth. */
const FLAGS = 3;
const HEADER_BYTES = 10;
const HAS_COMMENT = 16;
const MOST_COMMENT_BYTES = 64;

/** A compressed text with a comment of random length, which every reader of gzip skips. */
function withComment(bytes: Buffer): Buffer {
  const header = Buffer.from(bytes.subarray(0, HEADER_BYTES));
  header[FLAGS] = HAS_COMMENT;
  const comment = `${'x'.repeat(randomInt(MOST_COMMENT_BYTES))}\0`;
  return Buffer.concat([header, Buffer.from(comment), bytes.subarray(HEADER_BYTES)]);
}
