import { misuse, Failure } from '../failure.ts';
import { parseMetrics, type Sample } from './parse-metrics.ts';

/** The server's metrics at a time of `performance.now()`. */
export type Reading = { at: number; samples: Sample[] };

/** How long the server may take to answer. */
const MOST_MS = 5000;

/**
 * The metrics of the server at `url`, read with the `token` derived from the secret key.
 * @throws Failure when there is no server, or another server
 */
export async function readMetrics(url: string, token: string): Promise<Reading> {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(MOST_MS),
  }).catch((error: unknown) => {
    throw new Failure(`no server answers at ${url}: start "parley serve", or name its address with --url`, {
      cause: error,
    });
  });
  const text = await answer.text();
  if (answer.status === 404 || answer.status === 401) {
    throw new Failure(
      `the server at ${url} does not show this installation: it is another one, of another secret key, or not on this machine: name the right one with --url or --data-dir`,
    );
  }
  const samples = parseMetrics(text);
  if (!samples.some(({ name }) => name === 'parley_build_info')) {
    throw new Failure(`what answers at ${url} is no server of Parley's: name its address with --url`);
  }
  return { at: performance.now(), samples };
}

/** The origin in `given`. @throws Failure when it is no address */
export function originOf(given: string): string {
  if (!URL.canParse(given) || !/^https?:\/\//i.test(given)) {
    throw misuse(`--url must be an address such as http://127.0.0.1:3000, and not ${given}`);
  }
  return new URL(given).origin;
}
