import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { badRequest } from '../../errors.ts';
import { noteReceived } from './body-memory.ts';
import { checkConnected, tooManyBytes } from './raw-pieces.ts';

/** What unpacks bodies, by their Content-Encoding. */
const UNPACKERS = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

/**
 * What unpacks the body of the request; null = it is not packed.
 * @throws AppError `bad_request` when it was cut off, or is packed in a way that is unknown
 */
export function unpackerFor(req: IncomingMessage): Transform | null {
  checkConnected(req);
  const encoding = req.headers['content-encoding'] || 'identity';
  if (encoding === 'identity') return null;
  const unpacker = UNPACKERS.get(encoding)?.();
  if (!unpacker) throw badRequest(`the body cannot be read: Unsupported Content-Encoding: ${encoding}`);
  return unpacker;
}

/** @throws AppError `too_large` when the request says that its body has more than `maxBytes` */
export function checkLength(req: IncomingMessage, maxBytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw tooManyBytes(maxBytes);
}

/**
 * The body as a stream, unpacked and counted as memory. It ends with an AppError `too_large` above `maxBytes`, and `unavailable` where
 * too much is being received at once. The request is not destroyed in any case, because it is answered on the same socket; `end` gives
 * it back.
 * @throws AppError `too_large`, `bad_request` before it is read
 */
export function unpackedBody(req: IncomingMessage, maxBytes: number): { stream: Readable; end(): void } {
  const unpacker = unpackerFor(req);
  if (!unpacker) checkLength(req, maxBytes);
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(tooManyBytes(maxBytes));
      noteReceived(req, chunk.length, refuse);
      done(null, chunk);
    },
  });
  // What reads it does not hear of errors before it begins, or after its end.
  stream.on('error', () => {});
  const refuse = (error: Error) => void stream.destroy(error);
  req.once('error', refuse);
  unpacker?.once('error', refuse);
  (unpacker ? req.pipe(unpacker) : req).pipe(stream);

  return {
    stream,
    end() {
      req.unpipe();
      unpacker?.destroy();
      stream.destroy();
      // What comes after the packed text is read too, or the next request on the connection never would be.
      req.resume();
    },
  };
}
