import { drive, type Load } from './drive.ts';
import type { Server } from './processes.ts';
import type { Turn } from './watch-loop.ts';
import { longestTurn } from './watched.ts';

/** The same program on two copies of a database, once to measure and once watched. */
export type Pair = { server: Server; watched: Server };

/** How long a watched server is driven for its longest turn. */
const SECONDS = 1;

/**
 * The longest turn of the event loop of a watched server under the load. Watching costs processor time on every turn, so
 * all other figures are measured on servers that are not watched.
 */
export async function measureStall(watched: Server, token: string, load: Omit<Load, 'seconds'>): Promise<Turn | null> {
  await longestTurn(watched);
  await drive(watched.url, token, { ...load, seconds: SECONDS });
  return longestTurn(watched);
}
