import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long an idle connection stays open for a request that may be on its way. */
const LAST_REQUEST_MS = 200;
const LOOK_EVERY_MS = 25;
/**
 * How long a connection stays open between two requests. Proxies keep theirs for a minute (nginx), or two (Caddy): if
 * this server closed one earlier, a request that the proxy sends at that moment would be lost.
 */
const IDLE_MS = 150_000;

/** The connections of a server. */
export type Connections = {
  /**
   * Accepts no more connections. Requests that were sent on the open ones are answered, each with `Connection: close`;
   * connections that are open after `limitMs` are destroyed. Resolves when all are closed.
   */
  close(limitMs: number): Promise<void>;
};

/**
 * `unanswered` are the responses that are not sent yet. `quietSince` is by the monotonic clock; `bytesRead` is the count at that moment:
 * when it has grown, a request has begun to arrive. `over` as in `endOf`; null = not asked for yet.
 */
type Connection = {
  unanswered: Set<ServerResponse>;
  quietSince: number;
  bytesRead: number;
  over: AbortController | null;
};

/** The connections of all servers. */
const known = new WeakMap<Duplex, Connection>();

/** Aborted when the connection is closed, and when the server stops, which ends the waiting of requests. */
export function endOf(socket: Socket): AbortSignal {
  const connection = known.get(socket);
  if (!connection) return AbortSignal.abort();
  connection.over ??= new AbortController();
  return connection.over.signal;
}

function end(connection: Connection): void {
  connection.over ??= new AbortController();
  connection.over.abort();
}

/** The responses of the connection that are not sent yet, of requests that have arrived at least with their headers. */
export function unansweredOf(socket: Duplex): ReadonlySet<ServerResponse> {
  return known.get(socket)?.unanswered ?? new Set();
}

/** Follows the connections of the server, and closes those that time out. To be called before it listens. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  server.keepAliveTimeout = IDLE_MS;

  server.on('connection', (socket: Socket) => {
    const connection: Connection = {
      unanswered: new Set(),
      quietSince: performance.now(),
      bytesRead: 0,
      over: null,
    };
    connections.set(socket, connection);
    known.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      end(connection);
    });
  });
  server.prependListener('request', ({ socket }, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.unanswered.add(response);
    response.once('close', () => {
      connection.unanswered.delete(response);
      connection.quietSince = performance.now();
      connection.bytesRead = socket.bytesRead;
    });
  });

  // After the process was suspended, or busy for long, a connection's time may be over although a request has arrived.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    // Twice, because the rest of this turn of the event loop may take long too.
    setImmediate(() =>
      setImmediate(() => {
        if (socket.bytesRead === bytesRead && !connections.get(socket)?.unanswered.size) socket.destroy();
      }),
    );
  });

  function closeQuiet(): void {
    const latest = performance.now() - LAST_REQUEST_MS;
    for (const [socket, { unanswered, quietSince, bytesRead }] of connections) {
      if (unanswered.size === 0 && quietSince <= latest && socket.bytesRead === bytesRead) socket.destroy();
    }
  }

  return {
    async close(limitMs) {
      const closedAt = performance.now();
      for (const connection of connections.values()) {
        connection.quietSince = Math.max(connection.quietSince, closedAt);
        end(connection);
      }
      // Without this, the connection of a client that is never idle would stay open until it is destroyed, in the
      // middle of a request.
      server.prependListener('request', (_, response: ServerResponse) => (response.shouldKeepAlive = false));
      // The HTTP server's own close() ends idle connections at once, even if a request has been sent on them.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      // In an immediate, after arrived data has been read: that happens between timers and immediates.
      const looking = setInterval(() => setImmediate(closeQuiet), LOOK_EVERY_MS);
      const limit = setTimeout(() => server.closeAllConnections(), limitMs);
      await closed;
      clearInterval(looking);
      clearTimeout(limit);
      // Closes the HTTP server's own timers.
      server.close();
    },
  };
}
