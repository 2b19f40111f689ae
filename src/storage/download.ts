import { mayPass } from '../outbound.ts';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Got, Response } from 'got';
import { AppError, invalid } from '../errors.ts';
import { SECOND } from '../time.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REDIRECTS = 5;
/** What to download, with which types, and up to which size in bytes. */
export type Wanted = {
  url: string;
  accept: string;
  maxBytes: number;
  /** Further headers, which other hosts do not get after a redirect if they are a login. */
  headers?: Record<string, string>;
  /** 10 seconds unless given. */
  timeoutMs?: number;
};

/** The texts of errors: where the server refuses it, and where it is too large. */
export type DownloadTexts = { refused: string; tooLarge: string; tooLargeDetail?: string };

/**
 * Downloads a file to the new file `path`, and returns its size in bytes. Every address, redirects included, is checked
 * by `http`. When it throws, a part of the file may be left at `path`.
 * @throws AppError `invalid` when the server refuses it or it is larger than it may be, `unavailable` when a later try may
 *   succeed; other errors when there is no answer or `signal` is aborted
 */
export async function download(
  http: Got,
  { url, accept, maxBytes, headers = {}, timeoutMs = TIMEOUT_MS }: Wanted,
  path: string,
  signal: AbortSignal,
  texts: DownloadTexts,
): Promise<number> {
  const request = http.stream.get(url, {
    followRedirect: true,
    maxRedirects: MAX_REDIRECTS,
    timeout: { request: timeoutMs },
    signal,
    headers: { ...headers, accept },
  });
  // Kept here because the stream would wrap the error that it is destroyed with.
  let refusal: AppError | null = null;
  request.once('response', (response: Response) => {
    refusal = refusalOf(response.statusCode, texts.refused);
    if (refusal) request.destroy();
  });
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? invalid(texts.tooLarge, texts.tooLargeDetail) : null, chunk);
    },
  });
  await pipeline(request, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw refusal ?? error;
  });
  return size;
}

/** The server takes its time to prepare it. */
const ACCEPTED = 202;

function refusalOf(status: number, text: string): AppError | null {
  if (status >= 200 && status < 300 && status !== ACCEPTED) return null;
  const detail = `the server answered ${status}`;
  return mayPass(status) || status === ACCEPTED ? new AppError('unavailable', text, { detail }) : invalid(text, detail);
}
