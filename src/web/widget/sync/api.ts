/** Soon after the connection is back, also where no socket tells of that. */
const SOON_MS = 1000;
/** A server that refuses for now is asked less and less often. */
const LONGEST_PAUSE_MS = 30_000;
/** Text answers come sooner; a request that takes longer hangs on a connection that is gone. */
const LONGEST_MS = 20_000;

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

export type RequestOptions = {
  body?: object;
  query?: Record<string, string | number>;
  /** Names the write, so that repeating it changes nothing. */
  key?: string;
  signal?: AbortSignal;
};

export type Api = {
  /** The address of a path, and the headers that its requests need. */
  addressOf: (path: string) => string;
  headersOf: (key?: string) => Record<string, string>;
  /** @throws RequestError */
  request: <T>(method: string, path: string, options?: RequestOptions) => Promise<T>;
};

/** The widget's requests, below `/api/v1/widget/` of `origin`. The visitor's token is in a header, never in an address. */
export function createApi(origin: string, websiteToken: string, token: () => string | null): Api {
  const addressOf = (path: string, query: Record<string, string | number> = {}) => {
    const parameters = new URLSearchParams({ website_token: websiteToken });
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return `${origin}/api/v1/widget/${path}?${parameters}`;
  };
  const headersOf = (key?: string): Record<string, string> => {
    const visitor = token();
    return { ...(visitor && { 'X-Auth-Token': visitor }), ...(key && { 'Idempotency-Key': key }) };
  };

  return {
    addressOf,
    headersOf,
    async request<T>(method: string, path: string, { body, query, key, signal }: RequestOptions = {}): Promise<T> {
      const limit = AbortSignal.timeout(LONGEST_MS);
      const response = await fetch(addressOf(path, query), {
        method,
        headers: { ...headersOf(key), ...(body && { 'Content-Type': 'application/json' }) },
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(body && { body: JSON.stringify(body) }),
      }).catch(notReached);
      const answer = parse(await response.text().catch(notReached));
      const retryAfterMs = Number(response.headers.get('Retry-After')) * 1000 || 0;
      if (!response.ok) throw new RequestError(response.status, answer, retryAfterMs);
      // What is no JSON is of something between, such as the page of a hotel's network: the server has nothing of it.
      return (answer ?? notReached()) as T;
    },
  };
}

function notReached(): never {
  throw new RequestError(0, {});
}

/** null = no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return null;
  }
}

/** The server's own words, if there are any. */
function reasonIn(body: unknown): string {
  const of = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : null);
  const found = of('message') ?? of('error');
  return typeof found === 'string' ? found : '';
}
