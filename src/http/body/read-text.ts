import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { noteReceived } from './body-memory.ts';
import { checkUnpacked, encodingOf, tooManyBytes, UNPACKED } from './raw-pieces.ts';
import { unpackedBody } from './unpacked-body.ts';

const UTF8 = new TextDecoder();

/**
 * The body as text, which is UTF-8.
 * @throws AppError `too_large` when it has more than `maxBytes`, unpacked; `bad_request` when it was cut off, or is packed
 *   in a way that is unknown
 * @throws Error when it cannot be unpacked
 */
export async function readText(req: IncomingMessage, maxBytes: number): Promise<string> {
  if (encodingOf(req) === UNPACKED) return UTF8.decode(await readRaw(req, maxBytes));
  const { stream, end } = unpackedBody(req, maxBytes);
  try {
    return UTF8.decode(await buffer(stream));
  } finally {
    end();
  }
}

/**
 * The body as its bytes, of a client that packs nothing.
 * @throws AppError `too_large` when it has more than `maxBytes`, `bad_request` when it was cut off, or is packed
 */
export async function readRaw(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  checkUnpacked(req, maxBytes);
  return readBytes(req, maxBytes);
}

/** Reads the request. It is not destroyed in any case, because it is answered on the same socket. */
function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    let isRefused = false;
    const refuse = (error: Error) => {
      isRefused = true;
      chunks.length = 0;
      reject(error);
    };
    req.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      size += chunk.length;
      if (size > maxBytes) return refuse(tooManyBytes(maxBytes));
      chunks.push(chunk);
      noteReceived(req, chunk.length, refuse);
    });
    req.once('end', () => resolve(joined(chunks)));
    req.once('error', reject);
  });
}

/** Most bodies come in one piece. */
function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}
