import type { IncomingMessage } from 'node:http';
import { badRequest, tooLarge } from '../../errors.ts';

/**
 * The body piece by piece, of a client that packs nothing. The request is answered on the same socket, so that it is not destroyed.
 * @throws AppError `too_large` when it has more than `maxBytes`, `bad_request` when it was cut off, or is packed
 */
export async function* rawPieces(req: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  checkUnpacked(req, maxBytes);
  let size = 0;
  try {
    for await (const piece of piecesOf(req)) {
      size += piece.length;
      if (size > maxBytes) throw tooManyBytes(maxBytes);
      yield piece;
    }
  } finally {
    // What comes after the limit is read too, or the next request on the connection never would be.
    req.resume();
  }
}

async function* piecesOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false })) yield piece as Buffer;
  } catch (error) {
    throw badRequest(`the body cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Checks what is known of a body before it is read, of a client that packs nothing.
 * @throws AppError `too_large` when it says that it has more than `maxBytes`, `bad_request` when it was cut off, or is packed
 */
export function checkUnpacked(req: IncomingMessage, maxBytes: number): void {
  checkConnected(req);
  const encoding = encodingOf(req);
  if (encoding !== UNPACKED) throw unknownEncoding(encoding);
  checkLength(req, maxBytes);
}

/** The Content-Encoding of a body that is not packed. */
export const UNPACKED = 'identity';

/** How the body is packed. */
export const encodingOf = ({ headers }: IncomingMessage): string => headers['content-encoding'] || UNPACKED;

export const unknownEncoding = (encoding: string) =>
  badRequest(`the body cannot be read: Unsupported Content-Encoding: ${encoding}`);

/** @throws AppError `too_large` when the request says that its body has more than `maxBytes` */
export function checkLength({ headers }: IncomingMessage, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooManyBytes(maxBytes);
}

export const tooManyBytes = (maxBytes: number) => tooLarge(`a body may have ${maxBytes} bytes`);

/** Checks that the request has not been cut off already: its body would never end. @throws AppError `bad_request` */
export function checkConnected({ readable }: IncomingMessage): void {
  if (!readable) throw badRequest('the body cannot be read: request aborted');
}
