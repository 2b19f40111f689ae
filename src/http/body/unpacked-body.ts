import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { noteReceived } from './body-memory.ts';
import { checkConnected, checkLength, encodingOf, tooManyBytes, unknownEncoding, UNPACKED } from './raw-pieces.ts';

/** What unpacks bodies, by their Content-Encoding. */
const UNPACKERS = new Map<string, () => Transform>([
  ['gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

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

/**
 * What unpacks the body of the request; null = it is not packed.
 * @throws AppError `bad_request` when it was cut off, or is packed in a way that is unknown
 */
function unpackerFor(req: IncomingMessage): Transform | null {
  checkConnected(req);
  const encoding = encodingOf(req);
  if (encoding === UNPACKED) return null;
  const unpacker = UNPACKERS.get(encoding)?.();
  if (!unpacker) throw unknownEncoding(encoding);
  return unpacker;
}
