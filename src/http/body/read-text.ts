import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { noteReceived } from './body-memory.ts';
import { checkUnpacked, tooManyBytes } from './raw-pieces.ts';
import { checkLength, unpackerFor } from './unpacked-body.ts';

const UTF8 = new TextDecoder();

/**
 * The body as text, which is UTF-8.
 * @throws AppError `too_large` when it has more than `maxBytes`, unpacked; `bad_request` when it was cut off, or is packed
 *   in a way that is unknown
 * @throws Error when it cannot be unpacked
 */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  const unpacker = unpackerFor(req);
  if (!unpacker) return readPlain(req, maxBytes);
  try {
    return UTF8.decode(await readBytes(req, req.pipe(unpacker), maxBytes));
  } finally {
    req.unpipe(unpacker);
    unpacker.destroy();
    // What comes after the packed text is read too, or the next request on the connection never would be.
    req.resume();
  }
}

async function readPlain(req: IncomingMessage, maxBytes: number): Promise<string> {
  checkLength(req, maxBytes);
  return UTF8.decode(await readBytes(req, req, maxBytes));
}

/**
 * The body as its bytes, of a client that packs nothing.
 * @throws AppError `too_large` when it has more than `maxBytes`, `bad_request` when it was cut off, or is packed
 */
export async function readRaw(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  checkUnpacked(req, maxBytes);
  return readBytes(req, req, maxBytes);
}

/**
 * Reads `body`, which is `req` or what it is unpacked to. The request is not destroyed in any case, because it is answered
 * on the same socket.
 */
function readBytes(req: IncomingMessage, body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = (error: Error) => {
      isRefused = true;
      chunks.length = 0;
      reject(error);
    };
    body.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      size += chunk.length;
      if (size > maxBytes) return refuse(tooManyBytes(maxBytes));
      chunks.push(chunk);
      noteReceived(req, chunk.length, refuse);
    });
    body.once('end', () => resolve(joined(chunks)));
    body.once('error', reject);
    if (body !== req) req.once('error', reject);
  });
}

/** Most bodies come in one piece. */
function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}
