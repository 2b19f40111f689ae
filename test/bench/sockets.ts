import { WebSocket } from 'ws';
import { addMembers } from './support/add-members.ts';
import { memoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { openConversation, postTo } from './support/seed.ts';
import { readCpuUs } from './support/usage.ts';
import { printHead, printRow, whole } from './support/tables.ts';
import { withInstallation } from './support/with-installation.ts';

const IDLE_SOCKETS = 1000;
const BUSY_SOCKETS = 100;
/** The most that a person may have. */
const SOCKETS_OF_ONE = 50;
const MESSAGES_PER_SECOND = 50;
const SECONDS = 20;
/** After which a process that has worked is idle. */
const SETTLE_MS = 5000;

/** Measures what an idle socket takes, and how long it is from the request for a message to each of 100 sockets; prints. */
export function benchSockets(program: Program): Promise<void> {
  return withInstallation(program, UNLIMITED, async ({ installation, token }) => {
    const members = addMembers(installation, Math.ceil(IDLE_SOCKETS / SOCKETS_OF_ONE), 'administrator');
    const identifiers = members.map(({ identifier }) => identifier);
    const server = await serve(program, installation);
    try {
      await benchIdle(server, identifiers);
      await benchLatency(server, token, identifiers);
    } finally {
      await stop(server);
    }
  });
}

async function benchIdle(server: Server, identifiers: string[]): Promise<void> {
  // What the first sockets load is not theirs.
  await closeAll(await listenTo(server, identifiers.slice(0, 1), 1, () => {}));
  await pause(SETTLE_MS);
  const before = memoryOf(server.pid).own;
  const sockets = await listenTo(server, identifiers, IDLE_SOCKETS, () => {});
  await pause(SETTLE_MS);
  const after = memoryOf(server.pid).own;
  await closeAll(sockets);
  printHead(['idle sockets', 'memory before', 'memory after', 'each']);
  const each = `${(((after - before) * 1000) / IDLE_SOCKETS).toFixed(1)} kB`;
  printRow([whole(IDLE_SOCKETS), `${whole(before)} MB`, `${whole(after)} MB`, each]);
}

async function benchLatency(server: Server, token: string, identifiers: string[]): Promise<void> {
  const conversation = await openConversation(server.url, token);
  const latencies: number[] = [];
  const sockets = await listenTo(server, identifiers, BUSY_SOCKETS, (frame) => {
    const [, sentAt] = /"content":"sent at ([\d.]+)"/.exec(frame) ?? [];
    if (sentAt !== undefined && frame.includes('"message.created"')) latencies.push(performance.now() - Number(sentAt));
  });
  const messages = MESSAGES_PER_SECOND * SECONDS;
  const path = `/conversations/${conversation}/messages`;
  const usedBefore = readCpuUs(server.pid);
  const begun = performance.now();
  const created = [];
  for (let number = 0; number < messages; number += 1) {
    await pause(begun + (number * 1000) / MESSAGES_PER_SECOND - performance.now());
    created.push(
      postTo(server.url, token, path, { content: `sent at ${performance.now()}`, message_type: 'outgoing' }),
    );
  }
  await Promise.all(created);
  await pause(1000);
  const cpuMs = (readCpuUs(server.pid) - usedBefore) / 1000 / messages;
  await closeAll(sockets);
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)} ms`;
  console.log('');
  printHead([
    `${MESSAGES_PER_SECOND} messages a second to ${BUSY_SOCKETS} sockets`,
    'heard',
    'p50',
    'p95',
    'p99',
    'CPU a message',
  ]);
  printRow([
    'from the request to the frame',
    `${whole(sorted.length)} of ${whole(messages * BUSY_SOCKETS)}`,
    at(0.5),
    at(0.95),
    at(0.99),
    `${cpuMs.toFixed(1)} ms`,
  ]);
}

/** Opens sockets that listen, shared between the identifiers, and waits until all are told who is online. */
export async function listenTo(
  server: Server,
  identifiers: string[],
  count: number,
  hear: (frame: string) => void,
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let number = 0; number < count; number += 1) {
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/cable`, ['actioncable-v1-json']);
    const identifier = identifiers[number % identifiers.length];
    const isReady = Promise.withResolvers<void>();
    ws.on('error', isReady.reject);
    ws.on('open', () => ws.send(JSON.stringify({ command: 'subscribe', identifier })));
    ws.on('message', (data: Buffer) => {
      const frame = data.toString();
      if (frame.includes('"presence.update"')) isReady.resolve();
      else if (frame.includes('"reject_subscription"')) isReady.reject(new Error('a subscription was rejected'));
      else hear(frame);
    });
    sockets.push(ws);
    await isReady.promise;
  }
  return sockets;
}

export async function closeAll(sockets: WebSocket[]): Promise<void> {
  await Promise.all(
    sockets.map((ws) => {
      const closed = new Promise((resolve) => ws.once('close', resolve));
      ws.close();
      return closed;
    }),
  );
}
