import type { CancelableRequest, HandlerFunction, Request, Response } from 'got';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** For every client: nothing is unpacked, so that an answer has no more bytes in memory than have been counted. */
export const UNPACKED = { decompress: false, headers: { 'accept-encoding': 'identity' } } as const;

/** Bytes of the longest answer that is read. */
const ANSWER_BYTES = 10_000_000;

/** Bytes that are read before an answer begins. Its head has 16 KiB at most, and the last bytes come with others of the answer. */
const BEFORE_BYTES = 128 * 1024;

/**
 * Bytes of an answer that are none of its content, beyond as many as the content has: a server that sends single bytes in chunks of their own
 * keeps the process busy, however short the answer is.
 */
const FRAME_BYTES = 64 * 1024;

/**
 * For every client: ends an answer that begins only after BEFORE_BYTES, as interim answers (1xx) may come without end, and an answer in
 * very small parts; and cancels an answer of more than ANSWER_BYTES, unless it is a stream.
 */
export const cancelLong: HandlerFunction = (options, next) => {
  const answer = next(options);
  // Promises and streams have the same events.
  const request = answer as unknown as Request;
  const end = () => {
    if (options.isStream) request.destroy(new Error('the server sends its answer in very small parts'));
    else (answer as unknown as CancelableRequest).cancel();
  };
  let framesOf: ((content: number) => number) | null = null;
  void request.on('request', (sent: ClientRequest) => {
    framesOf = null;
    sent.once('socket', (socket) => limitStart(sent, socket));
    sent.once('response', ({ socket }) => {
      const before = socket.bytesRead;
      framesOf = (content) => socket.bytesRead - before - content;
    });
  });
  void request.on('downloadProgress', ({ transferred }) => {
    const isInSmallParts = (framesOf?.(transferred) ?? 0) > transferred + FRAME_BYTES;
    const isLong = !options.isStream && transferred > ANSWER_BYTES;
    if (isInSmallParts || isLong) end();
  });
  return answer;
};

function limitStart(sent: ClientRequest, socket: Socket): void {
  let left = BEFORE_BYTES;
  const count = ({ length }: Buffer) => {
    left -= length;
    if (left < 0) sent.destroy(new Error('the server sends too much before its answer'));
  };
  const stop = () => {
    left = Infinity;
    socket.off('data', count);
  };
  socket.on('data', count);
  sent.once('response', stop).once('close', stop);
}

/** The head of the answer to a stream, of which nothing has been read yet. @throws Error when there is none */
export function headOf(request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
}
