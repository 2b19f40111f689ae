import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real web server on this machine. */
export type Web = {
  /** http://127.0.0.1:port */
  url: string;
  /** The paths that were asked for, in their order. */
  asked: string[];
  /** Decides about each answer; 404 unless set. */
  reply: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
};

export async function givenWeb(): Promise<Web> {
  const server = createServer((request, response) => {
    web.asked.push(request.url ?? '');
    web.reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const web: Web = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    reply: (_, response) => response.writeHead(404).end(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return web;
}
