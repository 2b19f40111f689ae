import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long a kept connection stays open for a request that may be on its way. */
const LAST_REQUEST_MS = 200;
const LOOK_EVERY_MS = 25;

/** The connections of a server, and how they end. */
export type Connections = {
  /**
   * Takes no more of them. Requests that were sent on those there are are answered, each with `Connection: close`; what
   * has not ended after `limitMs` is cut off.
   */
  close(limitMs: number): Promise<void>;
};

/** `quietSince` is by the monotonic clock; `bytesRead` is of that moment: with more, a request has begun to arrive. */
type Connection = { underWay: number; quietSince: number; bytesRead: number };

/** To be called before the server listens. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { underWay: 0, quietSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.underWay += 1;
    response.once('close', () => {
      connection.underWay -= 1;
      connection.quietSince = performance.now();
      connection.bytesRead = socket.bytesRead;
    });
  });

  // Where the whole process stood still, a connection's time is over although a request has arrived on it meanwhile.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead && !connections.get(socket)?.underWay) socket.destroy();
    });
  });

  function closeQuiet(): void {
    const latest = performance.now() - LAST_REQUEST_MS;
    for (const [socket, { underWay, quietSince, bytesRead }] of connections) {
      if (underWay === 0 && quietSince <= latest && socket.bytesRead === bytesRead) socket.destroy();
    }
  }

  return {
    async close(limitMs) {
      const closedAt = performance.now();
      for (const connection of connections.values()) {
        connection.quietSince = Math.max(connection.quietSince, closedAt);
      }
      // A client that is never idle would be served until its connection is cut off, with a request on it.
      server.prependListener('request', (_, response: ServerResponse) => (response.shouldKeepAlive = false));
      // The HTTP server's own way closes kept connections at once, whatever has been sent on them.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      // After what has arrived was read, which comes between timers and immediates.
      const looking = setInterval(() => setImmediate(closeQuiet), LOOK_EVERY_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      await closed;
      clearInterval(looking);
      clearTimeout(limit);
      // What else it keeps.
      server.close();
    },
  };
}
