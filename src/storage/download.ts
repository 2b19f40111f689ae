import { headOf } from '../answer-limits.ts';
import { mayPass } from '../outbound.ts';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Got } from 'got';
import { AppError, invalid } from '../errors.ts';
import { SECOND } from '../time.ts';

const TIMEOUT_MS = 10 * SECOND;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/** A wanted download, with its permitted types and its greatest size in bytes. */
export type Wanted = {
  url: string;
  accept: string;
  maxBytes: number;
  /** Further headers, which other origins do not get after a redirect. */
  headers?: Record<string, string>;
  /** For each address on the way; 10 seconds unless given. */
  timeoutMs?: number;
  /** The client for an origin from the installation's settings, which may be private. */
  ownHttp?: Got | null;
};

/** The texts of errors: when the server refuses the file, and when the file is too large. */
export type DownloadTexts = { refused: string; tooLarge: string; tooLargeDetail?: string };

/**
 * Downloads a file to the new file `path`, and returns its size in bytes. Every address, redirects included, is checked
 * by `http`, but for those of `ownHttp`. When it throws, a part of the file may be left at `path`.
 * @throws AppError `invalid` when the server refuses it or it is larger than it may be, `unavailable` when a later try may
 *   succeed; other errors when there is no answer or `signal` is aborted
 */
export async function download(
  http: Got,
  wanted: Wanted,
  path: string,
  signal: AbortSignal,
  texts: DownloadTexts,
): Promise<number> {
  const { origin } = new URL(wanted.url);
  let { url } = wanted;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isOwn = new URL(url).origin === origin;
    const client = isOwn ? (wanted.ownHttp ?? http) : http;
    const headers = isOwn ? (wanted.headers ?? {}) : {};
    const end = await downloadFrom(client, { ...wanted, url, headers }, path, signal, texts);
    if ('size' in end) return end.size;
    url = end.next;
  }
  throw invalid(texts.refused, `it is redirected more than ${MAX_REDIRECTS} times`);
}

/** Downloads from this address only: `next` is where it is redirected to. */
async function downloadFrom(
  http: Got,
  { url, accept, maxBytes, headers, timeoutMs = TIMEOUT_MS }: Wanted,
  path: string,
  signal: AbortSignal,
  texts: DownloadTexts,
): Promise<{ size: number } | { next: string }> {
  const request = http.stream.get(url, {
    followRedirect: false,
    timeout: { request: timeoutMs },
    signal,
    headers: { ...headers, accept },
  });
  const { statusCode, headers: answered } = await headOf(request);
  const { location } = answered;
  const next = REDIRECTS.includes(statusCode) && location ? addressIn(location, url) : null;
  const refusal = next === null ? refusalOf(statusCode, texts.refused) : null;
  if (next !== null || refusal !== null) request.destroy();
  if (next !== null) return { next };
  if (refusal !== null) throw refusal;
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? invalid(texts.tooLarge, texts.tooLargeDetail) : null, chunk);
    },
  });
  await pipeline(request, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { size };
}

/** Null for what is no address of the web. */
function addressIn(location: string, base: string): string | null {
  const url = URL.canParse(location, base) ? new URL(location, base) : null;
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

/** The server takes its time to prepare it. */
const ACCEPTED = 202;

function refusalOf(status: number, text: string): AppError | null {
  if (status >= 200 && status < 300 && status !== ACCEPTED) return null;
  const detail = `the server answered ${status}`;
  return mayPass(status) || status === ACCEPTED ? new AppError('unavailable', text, { detail }) : invalid(text, detail);
}
