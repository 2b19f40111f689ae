import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer: JSON, or the bytes of a file. */
export type ProviderReply = { status: number; body: object; headers?: Record<string, string> };

/**
 * What a provider does instead of taking a request: answers something else (`reply`), takes it and answers nothing
 * (`lost`), or something else (`misread`), ends the connection before it takes anything (`cut`), takes it, or refuses it
 * with `reply`, and answers only after `until` (`held`), or begins an answer with these bytes that never ends (`endless`).
 */
export type Fault =
  | { is: 'reply'; reply: ProviderReply }
  | { is: 'lost' }
  | { is: 'misread'; reply: ProviderReply }
  | { is: 'cut' }
  | { is: 'held'; until: Promise<unknown>; reply?: ProviderReply }
  | { is: 'endless'; status: number; bytes: string };

/** A request as the provider reads it: a body of JSON, or the fields of a form with the bytes of its files. */
export type ProviderRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer };

/** A real HTTP server on this machine that speaks the protocol of a provider. */
export type ProviderServer<Sent> = {
  /** http://127.0.0.1:port */
  url: string;
  /** What it has taken, in its order. */
  sent: Sent[];
  /** What it has answered, or would have, to each of `sent`. */
  replies: ProviderReply[];
  /** How often it was asked. */
  requests: number;
  /** What it does with the next requests, one after the other; null = it takes it. */
  faults: (Fault | null)[];
  /** Requests that say where callbacks go. They pass no faults, and are not in `sent`. */
  registrations: Record<string, unknown>[];
  /** The files that can be fetched, by their ids; a number is the status of a refusal, a text an address to go to instead. */
  files: Map<string, Uint8Array | number | string>;
  stop(): Promise<void>;
};

/** Answers what says where callbacks go, or asks for something; a registration is added to the list. */
export type QuietAnswer = (body: Buffer, provider: ProviderServer<unknown>) => ProviderReply;

/**
 * `take` checks a request as the provider does, and gives what is taken; a reply instead is a refusal. `quiet` gives what
 * answers requests that send nothing; null = it sends something.
 */
export async function givenProvider<Sent>(
  take: (request: ProviderRequest) => Promise<{ sent: Sent; reply: ProviderReply } | { refusal: ProviderReply }>,
  quiet?: (asked: Omit<ProviderRequest, 'body'>) => QuietAnswer | null,
): Promise<ProviderServer<Sent>> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    const read = quiet?.(asked) ?? null;
    if (read) return write(response, read(await bytesOf(request), provider));
    provider.requests += 1;
    const fault = provider.faults.shift();
    if (fault?.is === 'cut') return void request.socket.destroy();
    const body = await bytesOf(request);
    if (fault?.is === 'reply') return write(response, fault.reply);
    if (fault?.is === 'held' && fault.reply) {
      await fault.until;
      return write(response, fault.reply);
    }
    const taken = await take({ ...asked, body });
    if ('refusal' in taken) return write(response, taken.refusal);
    provider.sent.push(taken.sent);
    provider.replies.push(taken.reply);
    if (fault?.is === 'misread') return write(response, fault.reply);
    if (fault?.is === 'lost') return void request.socket.destroy();
    if (fault?.is === 'endless') return void response.writeHead(fault.status).write(fault.bytes);
    if (fault?.is === 'held') await fault.until;
    write(response, taken.reply);
  }

  const provider: ProviderServer<Sent> = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: [],
    replies: [],
    requests: 0,
    faults: [],
    registrations: [],
    files: new Map(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

function write(response: ServerResponse, { status, body, headers }: ProviderReply): void {
  const isFile = body instanceof Uint8Array;
  const type = isFile ? 'application/octet-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(isFile ? body : JSON.stringify(body));
}

/** The answer with a file of `files`. */
export function fileReply(file: Uint8Array | number | string = 404): ProviderReply {
  if (typeof file === 'string') return { status: 302, body: {}, headers: { location: file } };
  return typeof file === 'number' ? { status: file, body: {} } : { status: 200, body: file };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The fields of a form, and the names, types and sizes of its files. */
export async function readFields({ headers, body }: ProviderRequest): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    fields[name] = typeof value === 'string' ? value : `${value.name} ${value.type} ${value.size}`;
  }
  return fields;
}
