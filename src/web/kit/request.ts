/** Soon after the connection is back, also where no socket tells of that. */
const SOON_MS = 1000;
/** A server that refuses for now is asked less and less often. */
const LONGEST_PAUSE_MS = 30_000;
/** Text answers come sooner; a request that takes longer hangs on a connection that is gone. */
const LONGEST_MS = 20_000;
const FIRST_MS = 2500;

/** A request that failed; `status` 0 = the server was not reached, or did not answer. */
export class RequestError extends Error {
  readonly status: number;
  /** What the server answered. */
  readonly body: unknown;
  /** The server wants no other attempt before so many milliseconds. */
  readonly retryAfterMs: number;
  constructor(status: number, body: unknown, retryAfterMs = 0) {
    super(reasonIn(body));
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
  /** Whether the same request may succeed later. 408: it came too slowly. */
  get isPassing(): boolean {
    return [0, 408, 429].includes(this.status) || this.status >= 500;
  }
}

/**
 * Milliseconds before the next attempt, after `failures` in a row of which this is the last; spread, so that not all
 * visitors come at once.
 */
export function pauseAfter({ status, retryAfterMs }: RequestError, failures: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, SOON_MS * 2 ** (status === 0 ? 0 : failures));
  return retryAfterMs + longest * (0.5 + Math.random() / 2);
}

/**
 * How long an attempt may take after so many failures. Browsers may send a request on a connection that is dead without anybody
 * knowing: the first attempt is not waited for as long as on slow networks.
 */
export const limitAfter = (failures: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);

export type Sent = {
  method: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object | undefined;
  /** Whether the cookies of this server go with it. */
  credentials: RequestCredentials;
  signal?: AbortSignal | undefined;
  /** An answer that takes longer counts as none; otherwise 20 s. */
  limitMs?: number | undefined;
};

/** Sends a request, and gives the JSON of its answer. @throws RequestError */
export async function sendRequest<T>(
  address: string,
  { body, signal, limitMs = LONGEST_MS, ...sent }: Sent,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs);
  const response = await fetch(address, {
    ...sent,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body && {
      headers: { ...sent.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(notReached);
  const answer = parse(await response.text().catch(notReached));
  const retryAfterMs = Number(response.headers.get('Retry-After')) * 1000 || 0;
  if (!response.ok) throw new RequestError(response.status, answer, retryAfterMs);
  // What is no JSON is of something between, such as the page of a hotel's network: the server has nothing of it.
  return (answer === undefined ? notReached() : answer) as T;
}

function notReached(): never {
  throw new RequestError(0, {});
}

/** undefined = no JSON; some answers are `null`. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

/** The server's own words, if there are any. */
function reasonIn(body: unknown): string {
  const { message, error } = Object(body) as { message?: unknown; error?: unknown };
  const found = message ?? error;
  return typeof found === 'string' ? found : '';
}
