import type { CancelableRequest, HandlerFunction, Request, Response } from 'got';

/** For every client: nothing is unpacked, so that an answer has no more bytes in memory than have been counted. */
export const UNPACKED = { decompress: false, headers: { 'accept-encoding': 'identity' } } as const;

/** Bytes of the longest answer that is read. */
const ANSWER_BYTES = 10_000_000;

/** For every client: cancels what is answered with more than ANSWER_BYTES, unless it is a stream. */
export const cancelLong: HandlerFunction = (options, next) => {
  const answer = next(options);
  if (options.isStream) return answer;
  const request = answer as unknown as CancelableRequest;
  void request.on('downloadProgress', ({ transferred }) => {
    if (transferred > ANSWER_BYTES) request.cancel();
  });
  return answer;
};

/** The head of the answer to a stream, of which nothing has been read yet. @throws Error when there is none */
export function headOf(request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
  });
}
