import { once } from 'node:events';
import { createServer } from 'node:net';

/** How many ports after the first one are tried. */
const MOST_TRIES = 20;

/** The first of these ports of this machine that nothing listens on; null = none of them. */
export async function freePort(from: number, tries = MOST_TRIES): Promise<number | null> {
  for (let port = from; port < from + tries && port <= 65_535; port += 1) if (await isFree(port)) return port;
  return null;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
