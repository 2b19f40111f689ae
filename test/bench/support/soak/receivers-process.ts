/**
 * The webhook receivers of the soak as a process of their own: HTTPS servers, one of each kind. It tells its parent
 * the ports and, when asked, what the healthy one got.
 */
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * healthy answers at once, dead accepts and never answers, slow answers after three seconds, and flaky refuses one
 * delivery in 500.
 */
export type Receiver = 'healthy' | 'dead' | 'slow' | 'flaky';

/** What is sent to the parent: at first `ports`, then for each question what has come since the last one. */
export type Report = {
  ports?: Record<Receiver, number>;
  /** Of each receiver, the deliveries that have arrived. */
  arrived: Record<Receiver, number>;
  /** Each message that the healthy one was told of: its number, and that of the event. */
  messages: [message: number, event: number][];
  /** Of each message that says when it was sent: milliseconds since then. */
  latencies: number[];
};

const SLOW_MS = 3000;
const REFUSED_OF = 500;

const newReport = (): Report => ({
  arrived: { healthy: 0, dead: 0, slow: 0, flaky: 0 },
  messages: [],
  latencies: [],
});

await start(process.argv[2] ?? '');

async function start(pemFile: string): Promise<void> {
  const pem = readFileSync(pemFile);
  let report = newReport();
  let refusable = 0;

  const answer: Record<Receiver, (response: ServerResponse, body: string) => void> = {
    healthy(response, body) {
      note(body);
      response.writeHead(200).end('ok');
    },
    dead() {},
    slow: (response) => void setTimeout(() => response.writeHead(200).end('ok'), SLOW_MS),
    flaky(response) {
      refusable += 1;
      response.writeHead(refusable % REFUSED_OF === 0 ? 500 : 200).end('ok');
    },
  };

  const ports = { healthy: 0, dead: 0, slow: 0, flaky: 0 };
  for (const receiver of ['healthy', 'dead', 'slow', 'flaky'] as const) ports[receiver] = await listen(receiver);
  process.on('message', () => {
    process.send?.(report);
    report = newReport();
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ ...report, ports });

  async function listen(receiver: Receiver): Promise<number> {
    const server = createServer({ key: pem, cert: pem }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        report.arrived[receiver] += 1;
        answer[receiver](response, Buffer.concat(chunks).toString('utf8'));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  function note(body: string): void {
    const { event, event_id: id, message } = JSON.parse(body) as Body;
    if (event !== 'message_created' || !message) return;
    report.messages.push([message.id, id]);
    const [, sentAt] = /sent at ([\d.]+)$/.exec(message.content ?? '') ?? [];
    if (sentAt !== undefined) report.latencies.push(performance.timeOrigin + performance.now() - Number(sentAt));
  }
}

type Body = { event: string; event_id: number; message?: { id: number; content: string | null } };
