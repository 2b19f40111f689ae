import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { App } from '../app.ts';
import { refuseHandshake } from '../http/refusals.ts';
import { logFailure } from '../jobs/queue/log-failure.ts';
import { SECOND } from '../time.ts';
import { answerCommand } from './answer-command.ts';
import { answerInTurn } from './in-turn.ts';
import { followBus } from './follow-bus.ts';
import { FrameLimits } from './frame-limits.ts';
import { keepPresence } from './keep-presence.ts';
import { keepAlive } from './keep-alive.ts';
import { keepViewing } from './keep-viewing.ts';
import { chooseProtocol, WELCOME } from './protocol.ts';
import { Subscriptions } from './subscriptions.ts';
import { CableSocket } from './socket.ts';

/** The largest frame of a client. */
const MOST_BYTES = 64 * 1024;
/** How long clients have to answer the end when the server stops. */
const CLOSE_MS = 2 * SECOND;

/** The sockets of a server. */
export type Cable = {
  /** Tells all clients to connect again, to another process or to the next one, and closes their sockets. */
  close(): Promise<void>;
};

/** Whether the request asks for the socket; any other `Upgrade` is ignored, and the request answered as without it. */
export function isForCable({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?');
  return method === 'GET' && /^\/cable\/?$/i.test(path) && headers.upgrade?.toLowerCase() === 'websocket';
}

/** Where the client is, by the last proxy where one is trusted, as for requests. */
function addressOf({ headers, socket }: IncomingMessage, trustsProxy: boolean): string {
  const forwarded = trustsProxy ? String(headers['x-forwarded-for'] ?? '') : '';
  return forwarded.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '');
}

/** Serves sockets at /cable, of pages on any origin: the right to listen is in the token of each subscription. */
export function openCable(app: App, server: Server): Cable {
  const sockets = new Set<CableSocket>();
  const subscriptions = new Subscriptions();
  const presence = keepPresence(app, subscriptions);
  const viewing = keepViewing(app, subscriptions);
  const limits = new FrameLimits(app.config.rate_limit.requests_per_minute);
  subscriptions.onEnd = (ended) => {
    presence.left(ended.who);
    viewing.left(ended);
  };
  let isClosing = false;
  const upgrades = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
  });

  function accept(ws: WebSocket, connection: Duplex, address: string): void {
    const socket = new CableSocket(ws, connection, address);
    sockets.add(socket);
    app.counts.sockets.open += 1;
    app.counts.sockets.opened += 1;
    app.log.info({ path: '/cable', status: 101, address }, 'request');
    // The frame was too large, or the connection broke; "close" follows.
    ws.on('error', () => {});
    ws.on('pong', () => (socket.heardAt = performance.now()));
    ws.on('close', () => {
      sockets.delete(socket);
      app.counts.sockets.open -= 1;
      for (const subscription of socket.subscriptions.values()) subscriptions.remove(subscription);
    });
    const fail = (error: unknown) => {
      logFailure(app.log, error, 'a frame could not be answered');
      socket.disconnect('remote', true);
    };
    const answer = async (frame: string) => {
      if (!socket.countFrame() || !limits.count(socket)) return socket.disconnect('remote', true);
      await answerCommand({ app, subscriptions, presence, viewing }, socket, frame);
    };
    answerInTurn(ws, answer, fail);
    socket.send(WELCOME);
  }

  upgrades.on('wsClientError', (error, connection) => refuseHandshake(app.log, connection, error.message));
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    if (isClosing) return void connection.destroy();
    const address = addressOf(request, app.config.server.trust_proxy);
    upgrades.handleUpgrade(request, connection, head, (ws) => accept(ws, connection, address));
  });
  const stopKeepingAlive = keepAlive(sockets, () => app.now());
  const stopFollowing = followBus(app, subscriptions, (reason) => {
    app.log.warn({ reason }, 'sockets may have missed something, and connect again');
    for (const socket of sockets) socket.disconnect('remote', true);
  });

  return {
    async close() {
      isClosing = true;
      stopKeepingAlive();
      const following = stopFollowing();
      for (const socket of sockets) socket.disconnect('server_restart', true);
      const end = performance.now() + CLOSE_MS;
      while (sockets.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 25));
      for (const socket of sockets) socket.cutOff();
      await Promise.all([following, presence.close(), viewing.close()]);
    },
  };
}
