import autocannon from 'autocannon';

export type Request = { method: 'GET' | 'POST'; path: string; body?: object };
/** Requests that each connection sends one after the other, over and over; the connections begin at different ones. */
export type Load = { requests: Request[]; connections: number; seconds: number };
/** The rate is requests a second, the times are milliseconds. */
export type Driven = { answered: number; rate: number; p50: number; p99: number };

/** Asks for paths of the account 1 as fast as the server answers. @throws Error when a request is refused or fails */
export async function drive(url: string, token: string, { requests, connections, seconds }: Load): Promise<Driven> {
  const sent = requests.map(({ method, path, body }) => ({
    method,
    path: `/api/v1/accounts/1${path}`,
    ...(body && { body: JSON.stringify(body) }),
  }));
  let started = 0;
  const { duration, errors, latency, ...result } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { api_access_token: token, 'content-type': 'application/json' },
    requests: sent,
    ...(sent.length > 1 && {
      setupClient(client) {
        const first = Math.floor((started++ * sent.length) / connections);
        client.setRequests([...sent.slice(first), ...sent.slice(0, first)]);
      },
    }),
  });
  const { non2xx, '2xx': answered } = result;
  if (non2xx > 0 || errors > 0) throw new Error(`${sent[0]?.path}: ${non2xx} bad answers, ${errors} errors`);
  return { answered, rate: answered / duration, p50: latency.p50, p99: latency.p99 };
}
