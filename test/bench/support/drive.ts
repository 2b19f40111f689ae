import autocannon from 'autocannon';

export type Request = { method: 'GET' | 'POST'; path: string; body?: object };
/**
 * Requests that each connection sends one after the other, over and over, beginning at different ones. With `few`, the
 * first of them is sent so many times, one after the other, however long that takes.
 */
export type Load = { requests: Request[]; connections: number; seconds: number; few?: number };
/** The rate is requests a second, the times are milliseconds. */
export type Driven = { answered: number; rate: number; p50: number; p99: number };

/**
 * Asks for paths of the account 1, or for whole paths that begin with /api/ or /app/, as fast as the server answers.
 * @throws Error when a request is refused or fails
 */
export async function drive(url: string, token: string, load: Load): Promise<Driven> {
  const headers = { api_access_token: token, 'content-type': 'application/json' };
  const sent = load.requests.map(({ method, path, body }) => ({
    method,
    path: wholePath(path),
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }));
  if (load.few !== undefined) return driveFew(url, sent[0]!, load.few);

  const { connections } = load;
  let started = 0;
  const { duration, errors, latency, ...result } = await autocannon({
    url,
    connections,
    duration: load.seconds,
    requests: sent,
    ...(sent.length > 1 && {
      setupClient(client) {
        const first = Math.floor((started++ * sent.length) / connections);
        client.setRequests([...sent.slice(first), ...sent.slice(0, first)]);
      },
    }),
  });
  const { non2xx, '2xx': answered } = result;
  if (non2xx > 0 || errors > 0) {
    throw new Error(
      `${sent[0]?.path}: ${non2xx} bad answers, ${errors} errors, ${JSON.stringify(result.statusCodeStats)}`,
    );
  }
  return { answered, rate: answered / duration, p50: latency.p50, p99: latency.p99 };
}

/** The path of a request: below the account 1, or as it is. */
export const wholePath = (path: string) => (/^\/(api|app)\//.test(path) ? path : `/api/v1/accounts/1${path}`);

type Sent = { method: string; path: string; headers: Record<string, string>; body?: string };

async function driveFew(url: string, { path, ...request }: Sent, count: number): Promise<Driven> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const started = performance.now();
    const response = await fetch(`${url}${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${text}`);
    times.push(performance.now() - started);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const all = times.reduce((sum, time) => sum + time);
  return {
    answered: count,
    rate: (count * 1000) / all,
    p50: sorted[Math.floor(count / 2)] ?? 0,
    p99: sorted.at(-1) ?? 0,
  };
}
