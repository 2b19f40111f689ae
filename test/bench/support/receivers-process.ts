/**
 * Webhook receivers as a process of their own: HTTPS servers on as many ports as the arguments say, first those that
 * answer, then those that accept and never do. It tells its parent the ports and, when asked, what has arrived.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';

/** What is sent to the parent: at first `ports`, then for each question what has arrived since the last one. */
export type Report = {
  ports?: number[];
  /** The deliveries that were answered, and the connections that they came on. */
  count: number;
  connections: number;
  /** For each message whose content is a time: milliseconds since then. */
  latencies: number[];
};

const [pemFile = '', answering, hanging] = process.argv.slice(2);
const pem = readFileSync(pemFile);
let report: Report = { count: 0, connections: 0, latencies: [] };

const ports: number[] = [];
for (let number = 0; number < Number(answering) + Number(hanging); number += 1) {
  ports.push(await listen(number < Number(answering)));
}
process.on('message', () => {
  process.send?.(report);
  report = { count: 0, connections: 0, latencies: [] };
});
process.on('disconnect', () => process.exit());
process.send?.({ ...report, ports });

async function listen(answers: boolean): Promise<number> {
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!answers) return;
      note(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200).end('ok');
    });
  });
  server.on('secureConnection', () => (report.connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function note(body: string): void {
  report.count += 1;
  const sent = Number((JSON.parse(body) as { content?: string }).content);
  if (sent > 0) report.latencies.push(performance.timeOrigin + performance.now() - sent);
}
