import { Agent, request } from 'node:http';

/** What is asked for; `path` is one of the account 1. */
export type Call = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object | FormData; key?: string };

/** Asks a server on connections that stay open, like the programs that people use. */
export type Client = {
  /** Gives the JSON of the answer. @throws Error when it is refused or fails */
  ask<Answer = { id: number }>(call: Call): Promise<Answer>;
  /** Ends all connections. */
  close(): void;
};

const MOST_CONNECTIONS = 64;

export function openClient(url: string, token: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
  return {
    async ask<Answer>({ method, path, body, key }: Call) {
      const { bytes, type } = await bodyOf(body);
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const headers = {
        api_access_token: token,
        ...(type !== null && { 'content-type': type, 'content-length': bytes.length }),
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const sent = request(`${url}/api/v1/accounts/1${path}`, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const status = response.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(JSON.parse(text || '{}') as Answer);
          else reject(new Error(`${method} ${path}: ${status} ${text}`));
        });
      });
      sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
      sent.end(bytes);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

async function bodyOf(body: object | FormData | undefined): Promise<{ bytes: Buffer; type: string | null }> {
  if (body === undefined) return { bytes: Buffer.alloc(0), type: null };
  if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const form = new Response(body);
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') };
}
