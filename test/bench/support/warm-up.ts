import { drive, type Load, type Request } from './drive.ts';
import type { Server } from './processes.ts';

/** After so many answers, V8 has optimized most of what a request runs. */
const ENOUGH = 12_000;
/** How long that may take. */
const MOST_SECONDS = 6;
const CONNECTIONS = 32;
/** With few connections, parts of it run that are not needed otherwise, and V8 takes longer to optimize them. */
const SECONDS_OF_A_ROW = 4;

/** Sends each of the requests until the server answers it about as fast as it ever will. */
export async function warmUp(server: Server, token: string, requests: Request[]): Promise<void> {
  for (const request of requests) {
    let left = ENOUGH;
    for (let second = 0; second < MOST_SECONDS && left > 0; second += 1) {
      const load = { requests: [request], connections: CONNECTIONS, seconds: 1 };
      left -= (await drive(server.url, token, load)).answered;
    }
  }
}

/** Sends what is measured next, so that the first round is like the others. */
export async function warmUpFor(load: Omit<Load, 'seconds'>, servers: Server[], token: string): Promise<void> {
  for (const server of servers) await drive(server.url, token, { ...load, seconds: SECONDS_OF_A_ROW });
}
