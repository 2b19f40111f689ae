import type { Member } from '../../support/add-members.ts';
import { pause } from '../../support/pause.ts';
import type { Server } from '../../support/processes.ts';
import { readCpuUs } from '../../support/usage.ts';
import { closeAll, listenTo } from '../../sockets.ts';

const CONSOLES = 200;
const SETTLE_MS = 5000;
const WATCHED_MS = 60_000;

/** The share of a processor that the server uses for consoles in which nothing happens. */
export async function measureIdleConsoles(server: Server, members: Member[]): Promise<number> {
  const identifiers = members.map(({ identifier }) => identifier);
  const sockets = await listenTo(server, identifiers, CONSOLES, () => {});
  await pause(SETTLE_MS);
  const before = readCpuUs(server.pid);
  await pause(WATCHED_MS);
  const used = readCpuUs(server.pid) - before;
  await closeAll(sockets);
  return used / 1000 / WATCHED_MS;
}
