import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Got, Response } from 'got';
import { AppError, invalid } from '../errors.ts';
import { MAX_AVATAR_BYTES } from '../resources/files/check-avatar.ts';
import { SECOND } from '../time.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REDIRECTS = 5;
/** Refusals that may be over later, beside the failures of the 500s. */
const PASSING = [408, 425, 429];

/**
 * Writes what is at `url` to the new file `path`. Returns its size in bytes. Each address on the way, redirects included,
 * passes the guard of `http`.
 * @throws AppError `invalid` when it is not there or too large, `unavailable` when it may be later; other errors when there
 *   is no answer
 */
export async function downloadPicture(http: Got, url: string, path: string, signal: AbortSignal): Promise<number> {
  const request = http.stream.get(url, {
    followRedirect: true,
    maxRedirects: MAX_REDIRECTS,
    timeout: { request: TIMEOUT_MS },
    signal,
    headers: { accept: 'image/*' },
  });
  // The stream would wrap what it is destroyed with in an error of its own.
  let refusal: AppError | null = null;
  request.once('response', (response: Response) => {
    refusal = refusalOf(response.statusCode);
    if (refusal) request.destroy();
  });
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > MAX_AVATAR_BYTES ? invalid('Avatar not fetched', 'it is larger than 15 MB') : null, chunk);
    },
  });
  await pipeline(request, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw refusal ?? error;
  });
  return size;
}

function refusalOf(status: number): AppError | null {
  if (status >= 200 && status < 300) return null;
  const detail = `the server answered ${status}`;
  return status >= 500 || PASSING.includes(status)
    ? new AppError('unavailable', 'Avatar not fetched', { detail })
    : invalid('Avatar not fetched', detail);
}
