/**
 * Measures how deliveries fare beside each other and beside requests, against receivers in a process of their own:
 *   npm run build && npm run bench -- --deliveries
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from './support/pause.ts';
import { createAccount, type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { type Receivers, startReceivers } from './support/receivers.ts';
import { postTo } from './support/seed.ts';
import { printHead, printRow, whole } from './support/tables.ts';

const HANGING = 50;
const CONVERSATIONS_OF_HANGING = 40;
const HEALTHY_MESSAGES = 200;
const HEALTHY_CONVERSATIONS = 20;
const QUEUED_RECEIVERS = 10;
const QUEUED_MESSAGES = 1000;
/** Pauses between the messages to the healthy receiver, and between the lists. */
const MESSAGE_PAUSE_MS = 50;
const LIST_PAUSE_MS = 20;
/** For how long lists are asked for when nothing else happens. */
const ALONE_MS = 5000;
/** The longest that a healthy receiver and a reader may wait: 95 of 100 times. */
const MOST_MS = { arrival: 250, list: 50 };

type Account = { id: number; token: string };

const OPEN = {
  ...UNLIMITED,
  PARLEY_RATE_LIMIT_SIGNUPS_PER_HALF_HOUR: '0',
  PARLEY_SIGNUP_ENABLED: 'true',
};

/** Measures and prints. @throws Error when a request is refused */
export async function benchDeliveries(program: Program): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const receivers = await startReceivers(folder, { answering: QUEUED_RECEIVERS, hanging: HANGING });
  try {
    const fair = await benchFairness(program, join(folder, 'fair'), receivers);
    const drained = await benchQueue(program, join(folder, 'queue'), receivers);
    printHead(['what', 'figure', 'p50', 'p95', 'aim: p95']);
    print(`delivery, with ${HANGING} receivers that never answer in other accounts`, '', fair, MOST_MS.arrival);
    print('conversation list, alone', '', drained.alone, null);
    const queued = `${whole(QUEUED_RECEIVERS * QUEUED_MESSAGES)} deliveries to ${QUEUED_RECEIVERS} receivers`;
    print(`the same, while ${queued} go out`, `${whole(drained.rate)} a second`, drained.meanwhile, MOST_MS.list);
    console.log(`\n${drained.connections} connections were made for them.`);
  } finally {
    receivers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How long the messages of one account take to its receiver, while those of all the others hang. */
async function benchFairness(program: Program, dataDir: string, receivers: Receivers): Promise<number[]> {
  const healthy = await firstAccount(program, dataDir);
  const server = await start(program, dataDir, receivers);
  try {
    await Promise.all(
      receivers.ports.slice(QUEUED_RECEIVERS).map(async (webhookPort) => {
        const account = await anotherAccount(server.url, healthy);
        const conversations = await seed(server.url, account, [webhookPort], CONVERSATIONS_OF_HANGING);
        for (const conversation of conversations) await say(server.url, account, conversation, 'Is anybody there?');
      }),
    );
    const conversations = await seed(server.url, healthy, [receivers.ports[0]!], HEALTHY_CONVERSATIONS);
    await receivers.ask();
    for (let number = 0; number < HEALTHY_MESSAGES; number += 1) {
      const now = performance.timeOrigin + performance.now();
      await say(server.url, healthy, conversations[number % conversations.length]!, String(now));
      await pause(MESSAGE_PAUSE_MS);
    }
    return await allLatencies(receivers);
  } finally {
    await stop(server);
  }
}

/** What has arrived; what has not within some time counts as having taken for ever. */
async function allLatencies(receivers: Receivers): Promise<number[]> {
  const latencies: number[] = [];
  for (let waited = 0; waited < 100 && latencies.length < HEALTHY_MESSAGES; waited += 1) {
    latencies.push(...(await receivers.ask()).latencies);
    await pause(100);
  }
  return [...latencies, ...Array.from({ length: HEALTHY_MESSAGES - latencies.length }, () => Infinity)];
}

/** How fast a long queue goes out, and how long a list takes before and meanwhile. */
async function benchQueue(program: Program, dataDir: string, receivers: Receivers) {
  const account = await firstAccount(program, dataDir);
  const writer = await start(program, dataDir, receivers, ['--no-jobs']);
  const ports = receivers.ports.slice(0, QUEUED_RECEIVERS);
  const conversations = await seed(writer.url, account, ports, QUEUED_MESSAGES);
  const left = [...conversations];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = left.pop(); next; next = left.pop()) await say(writer.url, account, next, 'Hello!');
    }),
  );
  await driveLists(writer.url, account, pause(1000));
  const alone = await driveLists(writer.url, account, pause(ALONE_MS));
  await stop(writer);
  await receivers.ask();

  const server = await start(program, dataDir, receivers);
  try {
    const started = performance.now();
    let ended = started;
    let connections = 0;
    const drained = (async () => {
      for (let count = 0; count < QUEUED_RECEIVERS * QUEUED_MESSAGES;) {
        await pause(50);
        const report = await receivers.ask();
        count += report.count;
        connections += report.connections;
      }
      ended = performance.now();
    })();
    const meanwhile = await driveLists(server.url, account, drained);
    const rate = (QUEUED_RECEIVERS * QUEUED_MESSAGES * 1000) / (ended - started);
    return { alone, meanwhile, rate, connections };
  } finally {
    await stop(server);
  }
}

/** Asks for lists, one after the other, until `end`. Returns how many milliseconds each took. */
async function driveLists(url: string, { id, token }: Account, end: Promise<unknown>): Promise<number[]> {
  const state = { ended: false };
  void end.then(() => (state.ended = true));
  const times: number[] = [];
  while (!state.ended) {
    const started = performance.now();
    const response = await fetch(`${url}/api/v1/accounts/${id}/conversations`, {
      headers: { api_access_token: token },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`list: ${response.status}`);
    times.push(performance.now() - started);
    await pause(LIST_PAUSE_MS);
  }
  return times;
}

/** Makes a webhook for each of the ports, and conversations. Returns the numbers of those. */
async function seed(url: string, account: Account, ports: number[], count: number): Promise<number[]> {
  const inbox = await post(url, account, '/inboxes', { name: 'Bench', channel: { type: 'api' } });
  const contact = await post(url, account, '/contacts', { name: 'Carla' });
  for (const port of ports) {
    const webhook = { url: `https://127.0.0.1:${port}/`, subscriptions: ['message_created'] };
    await post(url, account, '/webhooks', { webhook });
  }
  const conversations: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const conversation = { inbox_id: inbox.id, contact_id: contact.id };
    conversations.push((await post(url, account, '/conversations', conversation)).id);
  }
  return conversations;
}

const say = (url: string, account: Account, conversation: number, content: string) =>
  post(url, account, `/conversations/${conversation}/messages`, { content, message_type: 'outgoing' });

const post = (url: string, { id, token }: Account, path: string, body: object) => postTo(url, token, path, body, id);

async function firstAccount(program: Program, dataDir: string): Promise<Account> {
  return { id: 1, token: await createAccount(program, { dataDir, env: OPEN }) };
}

/** An account of the same administrator's. */
async function anotherAccount(url: string, { token }: Account): Promise<Account> {
  const response = await fetch(`${url}/api/v1/accounts`, {
    method: 'POST',
    headers: { api_access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify({ account_name: 'Another' }),
  });
  if (!response.ok) throw new Error(`/accounts: ${response.status} ${await response.text()}`);
  return { id: ((await response.json()) as { account_id: number }).account_id, token };
}

function start(program: Program, dataDir: string, receivers: Receivers, args: string[] = []): Promise<Server> {
  return serve(program, { dataDir, env: { ...OPEN, ...receivers.env } }, { args });
}

function print(what: string, figure: string, times: number[], aim: number | null): void {
  printRow([what, figure, shown(share(times, 0.5)), shown(share(times, 0.95)), aim === null ? '' : shown(aim)]);
}

const share = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Infinity;
const shown = (ms: number) => (ms === Infinity ? 'never' : `${Math.round(ms)} ms`);
