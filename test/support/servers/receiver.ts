import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { checkDelivery } from '../openapi/check-payload.ts';
import { LONGEST_WAIT_MS } from '../eventually.ts';
import { givenCertificate } from './trusted-certificate.ts';

/** One request that arrived. */
export type Received = { path: string; headers: IncomingHttpHeaders; raw: string; body: Body; at: number };
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** What the receiver answers: once `after` resolves, or after `delayMs` milliseconds, or at once. */
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMs?: number;
  after?: Promise<void>;
};

/** A real HTTPS server on this machine, whose certificate this process trusts. It checks events against the document. */
export type Receiver = {
  /** https://127.0.0.1:port */
  url: string;
  /** The certificate in a file, for the NODE_EXTRA_CA_CERTS of other processes. */
  certificateFile: string;
  received: Received[];
  /** Decides about each answer; 200 at once unless set. */
  reply: (request: Received, count: number) => Reply;
  /** The first frame on each socket; null = the server opens none. */
  welcome: string | null;
  /**
   * Waits until `predicate` accepts what has arrived.
   * @throws Error when that takes too long, or when an event did not match the document; `stop` throws then, too
   */
  until(predicate: (received: Received[]) => boolean, what?: string): Promise<Received[]>;
  stop(): Promise<void>;
};

/** Starts a receiver, and makes this process trust its certificate. */
export async function givenReceiver(): Promise<Receiver> {
  const certificate = await givenCertificate();
  const certificateFile = join(mkdtempSync(join(tmpdir(), 'parley-receiver-')), 'ca.pem');
  writeFileSync(certificateFile, certificate.cert);

  const received: Received[] = [];
  const wrong: Error[] = [];
  function note({ headers, body }: Received) {
    if (headers['x-parley-event'] === undefined) return;
    try {
      checkDelivery(headers, body);
    } catch (error) {
      wrong.push(error as Error);
    }
  }
  function mustBeRight() {
    if (wrong[0]) throw wrong[0];
  }
  const server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const arrived = {
        path: request.url ?? '',
        headers: request.headers,
        raw,
        body: (raw === '' ? null : JSON.parse(raw)) as Body,
        at: Date.now(),
      };
      received.push(arrived);
      note(arrived);
      const { status = 200, headers = {}, body = 'ok', ...wait } = receiver.reply(arrived, received.length);
      const answer = () => response.writeHead(status, headers).end(body);
      if (wait.after) void wait.after.then(answer);
      else setTimeout(answer, wait.delayMs ?? 0);
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, connection, head) => {
    const { welcome } = receiver;
    if (welcome === null) connection.destroy();
    else sockets.handleUpgrade(request, connection, head, (socket) => socket.send(welcome));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const receiver: Receiver = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificateFile,
    received,
    reply: () => ({}),
    welcome: null,
    async until(predicate, what = 'what was expected') {
      const deadline = Date.now() + LONGEST_WAIT_MS;
      while (!predicate(received)) {
        if (Date.now() > deadline) {
          throw new Error(
            `${what} did not arrive; arrived: ${received.map(({ path, body }) => `${path} ${body.event}`).join(', ')}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      mustBeRight();
      return received;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      mustBeRight();
    },
  };
  return receiver;
}
