/**
 * Measures the built binary beside a bare server (bare-server.ts) in the same run, and prints a table:
 *   npm run build && npm run bench
 * With --large, it compares Parley with itself on two sizes of database instead (large.ts); with --csv, it imports and
 * exports contacts (csv.ts); with --deliveries, it sends webhooks (deliveries.ts).
 * Single figures depend on the machine and the hour; the ratios are what is promised.
 */
import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { stop, untilReady } from './server-process.ts';
import { freePort } from '../support/database/postgres.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
const ROUNDS = 3;
const CONVERSATIONS = 1000;

const binary = join(import.meta.dirname, '../../dist/parley');
if (process.argv.includes('--large')) {
  await (await import('./large.ts')).benchLarge();
  process.exit();
}
if (process.argv.includes('--deliveries')) {
  await (await import('./deliveries.ts')).benchDeliveries(binary);
  process.exit();
}
if (!existsSync(binary)) throw new Error('dist/parley is missing: run "npm run build" first');
if (process.argv.includes('--csv')) {
  await (await import('./csv.ts')).benchCsv(binary);
  process.exit();
}
const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));

try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) starts.push(await timeStart(join(folder, `empty-${round}`)));
  const dataDir = join(folder, 'data');
  const { access_token: token } = JSON.parse(
    await output([
      'create-account',
      '--name',
      'Bench',
      '--email',
      'bench@example.com',
      '--json',
      '--data-dir',
      dataDir,
    ]),
  ) as { access_token: string };
  const parley = await start(dataDir);
  const idle = memoryOf(parley.child);
  await seed(parley.url, token);

  const copy = join(folder, 'bare.db');
  const original = new Database(join(dataDir, 'parley.db'));
  original.exec(`vacuum into '${copy}'`);
  original.close();
  const bare = await startBare(copy);

  const rounds: Record<'bareList' | 'list' | 'bareCreate' | 'create', Awaited<ReturnType<typeof drive>>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      bareList: await drive(bare.url, token, 'GET'),
      list: await drive(parley.url, token, 'GET'),
      bareCreate: await drive(bare.url, token, 'POST'),
      create: await drive(parley.url, token, 'POST'),
    });
  }
  const loaded = memoryOf(parley.child);
  await Promise.all([stop(parley.child), stop(bare.child)]);

  const figure = (name: keyof (typeof rounds)[number]) =>
    rounds.map((round) => round[name]).toSorted((a, b) => a.rps - b.rps)[Math.floor(ROUNDS / 2)]!;
  const ratio = (name: 'list' | 'create', limit: 'bareList' | 'bareCreate') =>
    median(rounds.map((round) => round[name].rps / round[limit].rps)).toFixed(2);
  const row = (what: string, of: { rps: number; p50: number; p99: number }, share: string) =>
    `| ${what} | ${Math.round(of.rps).toLocaleString('en')} | ${of.p50} ms | ${of.p99} ms | ${share} |`;

  console.log(
    `Machine: ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB; Node.js ${process.version}; ${CONNECTIONS} connections, ${CONVERSATIONS} conversations, median of ${ROUNDS} rounds of ${SECONDS} s each.\n`,
  );
  console.log('| request | requests/s | p50 | p99 | of the bare server |\n|---|---:|---:|---:|---:|');
  console.log(row('conversation list, 15 a page', figure('list'), ratio('list', 'bareList')));
  console.log(row('the same, bare server', figure('bareList'), '1'));
  console.log(row('message create, synced to disk', figure('create'), ratio('create', 'bareCreate')));
  console.log(row('the same, bare server', figure('bareCreate'), '1'));
  console.log(
    `\n| start on an empty database | memory, idle: its own + of files | after the load |\n|---:|---:|---:|\n| ${median(starts)} ms | ${idle} | ${loaded} |`,
  );
}

/** Milliseconds from the start of the process to the first good answer of /readyz, on an empty database. */
async function timeStart(dataDir: string): Promise<number> {
  const started = performance.now();
  const { child } = await start(dataDir);
  const ms = Math.round(performance.now() - started);
  await stop(child);
  return ms;
}

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(binary, ['serve', '--data-dir', dataDir, '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0', PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0' },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, 5);
  return { child, url };
}

async function startBare(file: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return { child, url: `http://127.0.0.1:${port}` };
}

async function output(args: string[]): Promise<string> {
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'], env: {} });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  return text;
}

/** Conversations of as many contacts, each with three messages. */
async function seed(url: string, token: string): Promise<void> {
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const response = await fetch(`${url}/api/v1/accounts/1${path}`, {
      method: 'POST',
      headers: { api_access_token: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  const inbox = await post('/inboxes', { name: 'Bench', channel: { type: 'api' } });
  const numbers = Array.from({ length: CONVERSATIONS }, (_, index) => index + 1);
  const work = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const contact = await post('/contacts', { name: `Contact ${number}`, email: `contact${number}@example.com` });
      const message = { content: 'Hello, my order has not arrived yet. Can you help?', message_type: 'incoming' };
      const conversation = await post('/conversations', { inbox_id: inbox.id, contact_id: contact.id, message });
      await post(`/conversations/${conversation.id}/messages`, {
        content: 'We are looking into it.',
        message_type: 'outgoing',
      });
      await post(`/conversations/${conversation.id}/messages`, { content: 'Thank you!', message_type: 'incoming' });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function drive(
  url: string,
  token: string,
  method: 'GET' | 'POST',
): Promise<{ rps: number; p50: number; p99: number }> {
  const conversation = 1 + Math.floor(Math.random() * CONVERSATIONS);
  const path = method === 'GET' ? '/conversations' : `/conversations/${conversation}/messages`;
  const result = await autocannon({
    url: `${url}/api/v1/accounts/1${path}`,
    method,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { api_access_token: token, 'content-type': 'application/json' },
    ...(method === 'POST' && {
      body: JSON.stringify({ content: 'A message of the usual length, for the bench.', message_type: 'outgoing' }),
    }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${method} ${path}: ${result.non2xx} bad answers, ${result.errors} errors`);
  }
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/**
 * What the process has in memory: its own, and the pages of files, mostly of the program itself. Of those the system keeps
 * as many as it likes, for the same program 65 to 115 MB, and gives them up first.
 */
function memoryOf(child: ChildProcess): string {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = (what: string) => Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return `${megabytes('RssAnon')} + ${megabytes('RssFile')} MB`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
