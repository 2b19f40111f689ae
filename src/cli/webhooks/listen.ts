import { Command } from 'commander';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config.ts';
import { answer } from '../answer.ts';
import { explainListening } from '../explain.ts';
import { withApp } from '../open.ts';
import { configOf, recordId } from '../options.ts';
import { isSignedBy } from './is-signed-by.ts';
import { webhookWith } from './webhook.ts';

const EXAMPLES = `
Each request is answered with 200. Ctrl-C ends the command. The port speaks plain HTTP: for a webhook that leads to it, set
webhooks.allow_http to true and webhooks.allowed_networks to 127.0.0.0/8. With --json, each delivery is a line with its headers and body.

Examples:
  $ parley webhooks listen
  $ parley webhooks listen --webhook 3
  $ parley webhooks listen --port 4200 --secret-stdin --json < secret.txt`;

/** The largest body that is read; longer ones end the connection. */
const MOST_BYTES = 10_000_000;

type Options = { port: string; host: string; webhook?: number; secretStdin?: boolean };

export const listen = new Command('listen')
  .description('Receive webhooks on this machine, check their signatures, and print them.')
  .option('--port <number>', 'the port to listen on; 0 takes a free one', '4100')
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--webhook <id>', 'check with the secret of this webhook', recordId)
  .option('--secret-stdin', 'check with the secret that standard input has')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const config = await configOf(command);
    const secret = await secretFor(command, options);
    const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await readBody(request);
      response.end('ok');
      const { url: path, headers } = request;
      const delivery = { path, headers, signed: signedIn(request, body, secret), body: parsed(body) };
      answer(command, delivery, inWords(delivery));
    };
    const server = createServer((request, response) => void take(request, response).catch(() => request.destroy()));
    const { host, port } = options;
    server.listen(Number(port), host);
    await once(server, 'listening').catch((error: unknown) => {
      throw explainListening(error, { ...config, server: { ...config.server, host, port: Number(port) } });
    });
    const { port: taken } = server.address() as AddressInfo;
    process.stderr.write(`Listening on http://${host}:${taken}; Ctrl-C ends it.\n${adviceFor(config)}`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    server.closeAllConnections();
    server.close();
  });

/** The secret to check signatures with; null = they are not checked. */
async function secretFor(command: Command, { webhook, secretStdin }: Options): Promise<string | null> {
  if (secretStdin) return (await import('../ui/ask-password.ts')).readLine();
  if (webhook === undefined) return null;
  return withApp(command, async (app) => (await webhookWith(app, webhook)).secret);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether the secret has signed the request; null = no secret was given. */
function signedIn({ headers }: IncomingMessage, body: string, secret: string | null): boolean | null {
  return secret === null ? null : isSignedBy(secret, headers, body);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

type Delivery = {
  path: string | undefined;
  headers: IncomingMessage['headers'];
  signed: boolean | null;
  body: unknown;
};

const SIGNED = new Map([
  [true, 'signed with the secret'],
  [false, 'NOT signed with the secret'],
  [null, 'signature not checked: give --webhook or --secret-stdin'],
]);

function inWords({ path, headers, signed, body }: Delivery): string {
  const { event = headers['x-parley-event'], content } = (typeof body === 'object' ? (body ?? {}) : {}) as {
    event?: string | string[];
    content?: unknown;
  };
  const what =
    event === undefined ? `a request to ${path}` : `${String(event)}, event ${String(headers['x-parley-event-id'])}`;
  const said = typeof content === 'string' ? `\n  ${content.split('\n', 1)[0]?.slice(0, 200)}` : '';
  return `${what}: ${SIGNED.get(signed)}${said}`;
}

/** The settings without which webhooks do not reach this port; '' = they are there. */
function adviceFor({ webhooks }: Config): string {
  if (webhooks.allow_http && webhooks.allowed_networks.length > 0) return '';
  return 'The server sends webhooks here once webhooks.allow_http is true and webhooks.allowed_networks has 127.0.0.0/8.\n';
}
