import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Got, Response } from 'got';
import { AppError, invalid } from '../errors.ts';
import { MAX_AVATAR_BYTES } from '../resources/files/check-avatar.ts';
import { SECOND } from '../time.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REDIRECTS = 5;
/** Statuses after which trying again later may succeed, besides 5xx. */
const PASSING = [408, 425, 429];

/**
 * Downloads `url` to the new file `path`, and returns its size in bytes. Every address, redirects included, is checked
 * by `http`. When it throws, a part of the file may be left at `path`.
 * @throws AppError `invalid` when the server refuses it or it is larger than MAX_AVATAR_BYTES, `unavailable` when a
 *   later try may succeed; other errors when there is no answer or `signal` is aborted
 */
export async function downloadPicture(http: Got, url: string, path: string, signal: AbortSignal): Promise<number> {
  const request = http.stream.get(url, {
    followRedirect: true,
    maxRedirects: MAX_REDIRECTS,
    timeout: { request: TIMEOUT_MS },
    signal,
    headers: { accept: 'image/*' },
  });
  // Kept here because the stream would wrap the error that it is destroyed with.
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
