import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../../time.ts';
import { addressKey } from '../rate-limit.ts';

/** Clients that connect many times at once get this long to send their requests. */
const YOUNG_MS = 2 * SECOND;

/**
 * Limits the connections of each client address that have not sent the head of a request yet: with more than `most`, the
 * oldest is closed. To be called before the server listens.
 */
export function limitHalfOpen(server: Server, most: number): void {
  /** Since when each is open, by the monotonic clock, the oldest first. */
  const addresses = new Map<string, Map<Socket, number>>();

  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const open = addresses.get(key) ?? new Map<Socket, number>();
    addresses.set(key, open.set(socket, performance.now()));
    socket.once('close', () => forget(key, socket));
    const [oldest] = open;
    if (open.size > most && oldest && performance.now() - oldest[1] > YOUNG_MS) oldest[0].destroy();
  });
  for (const event of ['request', 'upgrade', 'connect'] as const) {
    server.prependListener(event, ({ socket }: IncomingMessage) =>
      forget(addressKey(socket.remoteAddress ?? ''), socket),
    );
  }

  function forget(key: string, socket: Socket): void {
    const open = addresses.get(key);
    if (open?.delete(socket) && open.size === 0) addresses.delete(key);
  }
}
