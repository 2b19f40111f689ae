import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on this machine that stands in for the WhatsApp Cloud API. */
export type GraphApi = {
  /** http://127.0.0.1:port */
  url: string;
  received: { path: string; headers: IncomingHttpHeaders }[];
  /** What it answers, unless `replyTo` decides by the path. */
  reply: { status: number; body: string };
  replyTo: ((path: string) => { status: number; body: string }) | null;
  stop(): Promise<void>;
};

export async function givenGraphApi(): Promise<GraphApi> {
  const server = createServer((request, response) => {
    api.received.push({ path: request.url ?? '', headers: request.headers });
    const { status, body } = api.replyTo?.(request.url ?? '') ?? api.reply;
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const api: GraphApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    reply: { status: 200, body: '{}' },
    replyTo: null,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return api;
}
