import type { Got } from 'got';
import { connectionFailure } from '../../../errors.ts';
import { SECOND } from '../../../time.ts';

/** The result of an attempt; a failure is no exception. */
export type Attempt = {
  /** HTTP status; null = there was no answer. */
  statusCode: number | null;
  /** Why there was no answer, or why it broke off; null = it arrived. */
  error: string | null;
  /** Milliseconds until the answer or the failure. */
  latencyMs: number;
  /** The first kilobyte of the answer's body; null = there was no answer, or it broke off. */
  response: string | null;
  /** The pause that the receiver asks for, in milliseconds, however long; null = none. */
  retryAfterMs: number | null;
};

const KEPT_BYTES = 1024;

/** POSTs `body` to `url` once. Reads only the part of the answer that is stored. */
export async function send(
  http: Got,
  url: string,
  body: string | Buffer,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Attempt> {
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  let statusCode: number | null = null;
  let retryAfterMs: number | null = null;

  try {
    const request = http.stream.post(url, { body, headers, timeout: { request: timeoutMs } });
    request.once('response', (response: { statusCode: number; headers: Record<string, unknown> }) => {
      statusCode = response.statusCode;
      retryAfterMs = readRetryAfter(response.headers['retry-after']);
    });
    const response = await firstBytes(request);
    return {
      statusCode,
      error: statusCode === null ? 'no answer' : null,
      latencyMs: latency(),
      response,
      retryAfterMs,
    };
  } catch (error) {
    return {
      statusCode,
      error: connectionFailure(error, new URL(url).host),
      latencyMs: latency(),
      response: null,
      retryAfterMs,
    };
  }
}

/** Whether the receiver accepted the delivery. */
export function succeeded(attempt: Attempt): boolean {
  return attempt.statusCode !== null && attempt.statusCode >= 200 && attempt.statusCode < 300;
}

async function firstBytes(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= KEPT_BYTES) break;
  }
  // A text in the database cannot contain U+0000; a character cut in half is replaced.
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8').replaceAll('\u0000', '');
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function readRetryAfter(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d+$/.test(value)) return Number(value) * SECOND;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
