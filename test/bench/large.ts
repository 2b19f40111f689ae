/**
 * Measures Parley on a small and on a large SQLite database in the same run, and prints how much longer each request takes
 * on the large one:
 *   npm run bench -- --large
 */
import autocannon from 'autocannon';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { stop, untilReady } from './support/processes.ts';
import { freePort } from '../support/database/postgres.ts';
import { seedLarge, type Size } from './support/seed-large.ts';

const SMALL: Size = { contacts: 1000, conversations: 1000, messages: 10_000 };
const LARGE: Size = { contacts: 100_000, conversations: 200_000, messages: 2_000_000 };
const CONNECTIONS = 8;
const SECONDS = 1;
const ROUNDS = 3;
/** How much longer a request may take on the large database. */
const LIMIT = 2;

type Measured = {
  what: string;
  path: string;
  body?: object;
  /** It counts all that it finds, and finds more where there is more. */
  grows?: boolean;
};
const equal = (key: string, ...values: unknown[]) => ({ attribute_key: key, filter_operator: 'equal_to', values });
const MEASURED: Measured[] = [
  { what: 'conversations, first page', path: '/conversations' },
  { what: 'conversations, page 20', path: '/conversations?page=20' },
  { what: 'conversations, my pending ones', path: '/conversations?status=pending&assignee_type=me' },
  { what: 'conversations of an inbox, any status', path: '/conversations?status=all&inbox_id=2' },
  { what: 'conversations by priority', path: '/conversations?sort_by=priority_desc' },
  { what: 'conversations by waiting time', path: '/conversations?sort_by=waiting_since_asc' },
  { what: 'conversations with a label that 20 have', path: '/conversations?status=all&labels[]=rare' },
  { what: 'search for a word that 10 messages have', path: '/conversations/search?q=n3x' },
  {
    what: 'search for two common words',
    path: '/conversations/search?q=refund%20parcel',
    grows: true,
  },
  {
    what: 'filter by status and inbox',
    path: '/conversations/filter',
    body: { payload: [equal('status', 'open'), equal('inbox_id', 2)] },
  },
  {
    what: 'filter by a label that 20 have',
    path: '/conversations/filter',
    body: { payload: [equal('labels', 'rare'), equal('status', 'open', 'pending', 'resolved')] },
  },
  {
    what: 'filter by a priority that 1.25 % have',
    path: '/conversations/filter',
    body: { payload: [equal('priority', 'high')] },
  },
  {
    what: 'filter by a referer that no conversation has',
    path: '/conversations/filter',
    body: { payload: [{ attribute_key: 'referer', filter_operator: 'contains', values: ['shop'] }] },
    grows: true,
  },
  { what: 'contacts, first page', path: '/contacts?sort=name' },
  { what: 'contacts, search for a part of an address that one has', path: '/contacts/search?q=rson777%40' },
  {
    what: 'contacts, search for three letters that 1 in 25 have',
    path: '/contacts/search?q=efu',
    grows: true,
  },
  { what: 'messages of a conversation', path: '/conversations/77/messages' },
  {
    what: 'message create, synced to disk',
    path: '/conversations/78/messages',
    body: { content: 'A message of the usual length, for the bench.', message_type: 'outgoing' },
  },
];

/** Seeds, measures and prints. @throws Error when a request is refused */
export async function benchLarge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const small = await prepare(join(folder, 'small'), SMALL);
    const large = await prepare(join(folder, 'large'), LARGE);
    const servers = [await start(small), await start(large)] as const;
    try {
      await report(servers);
    } finally {
      for (const server of servers) await stop(server);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Place = { dataDir: string; token: string };
type Server = { child: ChildProcess; url: string; token: string };

async function prepare(dataDir: string, size: Size): Promise<Place> {
  const args = ['create-account', '--name', 'Bench', '--email', 'bench@example.com', '--json', '--data-dir', dataDir];
  const child = parley(args, ['ignore', 'pipe', 'inherit']);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(child, 'close');
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  const seeding = performance.now();
  seedLarge(join(dataDir, 'parley.db'), size);
  console.error(`seeded ${size.messages.toLocaleString('en')} messages in ${seconds(seeding)} s`);
  return { dataDir, token };
}

/** Starts a server, and waits until what was seeded is in the search index. */
async function start({ dataDir, token }: Place): Promise<Server> {
  const port = await freePort();
  const child = parley(['serve', '--data-dir', dataDir, '--port', String(port)], ['ignore', 'ignore', 'inherit']);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, 50);

  const started = performance.now();
  const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
  const waiting = database.prepare(
    `select 1 from search_changes union all
    select 1 from messages where id > (select message_id from message_search_mark) limit 1`,
  );
  while (waiting.get()) await pause(500);
  database.close();
  console.error(`search index complete in ${seconds(started)} s`);
  return { child, url, token };
}

function parley(args: string[], stdio: ('ignore' | 'pipe' | 'inherit')[]): ChildProcess {
  const program = join(import.meta.dirname, '../../bin/parley.js');
  const env = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
    PARLEY_LOG_LEVEL: 'error',
  };
  return spawn(process.execPath, [program, ...args], { stdio, env });
}

async function report(servers: readonly [Server, Server]): Promise<void> {
  console.log(`| request | ${sizeOf(SMALL)} | ${sizeOf(LARGE)} | times as long |\n|---|---:|---:|---:|`);
  const above: string[] = [];
  for (const measured of MEASURED) {
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push([await drive(servers[0], measured), await drive(servers[1], measured)]);
    }
    const ratio = median(rounds.map(([small, large]) => small / large));
    if (ratio > LIMIT && !measured.grows) above.push(measured.what);
    const figures = [0, 1].map((of) => shown(median(rounds.map((round) => round[of as 0 | 1]))));
    console.log(`| ${measured.what}${measured.grows ? ' *' : ''} | ${figures.join(' | ')} | ${ratio.toFixed(2)} |`);
  }
  console.log(`\nRequests per second; * counts what it finds, and finds 10 to 200 times as much.`);
  console.log(above.length === 0 ? `All others are within ${LIMIT}.` : `Above ${LIMIT}: ${above.join('; ')}`);
}

/** How many requests that grow are sent, one after the other: more at a time would only wait for each other. */
const FEW = 5;

/** Requests per second. */
async function drive(server: Server, measured: Measured): Promise<number> {
  return measured.grows ? driveSlowly(server, measured) : driveHard(server, measured);
}

async function driveSlowly({ url, token }: Server, { path, body }: Measured): Promise<number> {
  const started = performance.now();
  for (let sent = 0; sent < FEW; sent += 1) {
    const response = await fetch(`${url}/api/v1/accounts/1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { api_access_token: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    await response.arrayBuffer();
  }
  return (FEW * 1000) / (performance.now() - started);
}

async function driveHard({ url, token }: Server, { path, body }: Measured): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/v1/accounts/1${path}`,
    method: body ? 'POST' : 'GET',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { api_access_token: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { non2xx, errors } = result;
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} bad answers, ${errors} errors`);
  return result['2xx'] / result.duration;
}

function sizeOf({ conversations, messages }: Size): string {
  return `${conversations.toLocaleString('en')} conversations, ${messages.toLocaleString('en')} messages`;
}

const shown = (rate: number) => rate.toLocaleString('en', { maximumSignificantDigits: 3 });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
