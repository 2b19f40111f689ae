import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../log.ts';
import { SECOND } from '../time.ts';
import { unansweredOf } from './connections.ts';

/** The answer to a request that cannot be handled. */
type Refusal = { status: number; error: string; message: string; headers?: Record<string, string> };

const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

const UNREADABLE: Refusal = { status: 400, error: 'Invalid request', message: 'this is no request of HTTP/1.1' };
const NO_HOST: Refusal = { status: 400, error: 'Invalid request', message: 'send a Host header' };
const HOSTS: Refusal = { status: 400, error: 'Invalid request', message: 'send a single Host header' };
const NO_PROXY: Refusal = { status: 405, error: 'Not allowed', message: 'this server is no proxy' };
const EXPECTATION: Refusal = {
  status: 417,
  error: 'Expectation failed',
  message: 'of expectations, only 100-continue can be met',
};

/** By the error codes of Node's parser and time limits. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'Headers too large',
    message: 'the address and the headers together may have 16 KiB',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: 'Body too large',
    message: 'the extensions of its chunks may have 16 KiB',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: 'Request timeout', message: 'it did not arrive in time' },
};

/** How long a client that goes on sending has to read the answer. */
const LINGER_MS = SECOND;

/**
 * An HTTP server that refuses and logs requests it cannot handle, in the common shape of errors: invalid or too slow
 * requests, HTTP/1.1 without a Host header, several Host headers, CONNECT, and unknown expectations. `handle` gets all other requests.
 * `trackConnections` must follow the server, so that a refusal is not taken for the answer to another request.
 */
export function refusingServer(handle: RequestListener, log: Log, options: ServerOptions = {}): Server {
  const refuse = (socket: Duplex, refusal: Refusal, reason: string) => hangUp(log, socket, refusal, reason);

  // Node itself would answer requests without a Host header with an empty body.
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    if (lacksHost(request)) answer(log, response, NO_HOST, 'no Host');
    else if (hasSeveralHosts(request)) answer(log, response, HOSTS, 'several Hosts');
    else handle(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    // The client is gone.
    if (code === 'ECONNRESET' || code === 'EPIPE') return void socket.destroy();
    refuse(socket, REFUSALS[code] ?? UNREADABLE, code || error.message);
  });
  server.on('checkExpectation', (request, response) => answer(log, response, EXPECTATION, 'Expect'));
  server.on('connect', (_, socket) => refuse(socket, NO_PROXY, 'CONNECT'));
  return server;
}

/** Refuses a request for a WebSocket, of which `problem` says what is wrong, and closes the connection. */
export function refuseHandshake(log: Log, socket: Duplex, problem: string): void {
  const refusal = {
    status: 400,
    error: 'Invalid request',
    message: problem,
    headers: { 'Sec-WebSocket-Version': '13' },
  };
  hangUp(log, socket, refusal, 'WebSocket handshake');
}

function answer(log: Log, response: ServerResponse, refusal: Refusal, reason: string): void {
  response.writeHead(refusal.status, loggedHeaders(log, refusal, reason)).end(bodyOf(refusal));
}

/** Sockets that were refused; Node may report one again. */
const refused = new WeakSet<Duplex>();

/** Refuses what Node made no response for, and closes the connection. */
function hangUp(log: Log, socket: Duplex, refusal: Refusal, reason: string): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  // It must not be written into the middle of another answer, nor be taken for the answer to a request before it.
  const isOwed = [...unansweredOf(socket)].some(({ headersSent, req }) => headersSent || req.complete);
  if (!socket.writable || isOwed) return void socket.destroy();
  socket.on('error', () => {});
  socket.end(textOf(refusal, loggedHeaders(log, refusal, reason)));
  // Closed while the client still sends, the connection would be reset and the answer lost.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The headers of the answer, after its request id has been logged. */
function loggedHeaders(log: Log, refusal: Refusal, reason: string): Record<string, string> {
  const requestId = randomUUID();
  log.info({ request_id: requestId, status: refusal.status, reason }, 'request refused');
  return {
    ...HEADERS,
    ...refusal.headers,
    'Content-Length': String(Buffer.byteLength(bodyOf(refusal))),
    'X-Request-Id': requestId,
  };
}

function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

/** Programs may choose different ones (RFC 9112, section 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

function bodyOf({ error, message }: Refusal): string {
  return JSON.stringify({ error, message });
}

/** The whole answer as HTTP text. */
function textOf(refusal: Refusal, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${bodyOf(refusal)}`;
}
