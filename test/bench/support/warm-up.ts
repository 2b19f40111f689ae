import { drive, type Request } from './drive.ts';
import type { Server } from './processes.ts';

/** After so many answers, V8 has optimized what a request runs. */
const ENOUGH = 12_000;
/** How long that may take. */
const MOST_SECONDS = 6;
const CONNECTIONS = 32;

/** Sends each of the requests until the server answers it as fast as it ever will. */
export async function warmUp(server: Server, token: string, requests: Request[]): Promise<void> {
  for (const request of requests) {
    let left = ENOUGH;
    for (let second = 0; second < MOST_SECONDS && left > 0; second += 1) {
      const load = { requests: [request], connections: CONNECTIONS, seconds: 1 };
      left -= (await drive(server.url, token, load)).answered;
    }
  }
}
