/**
 * Measures the built binary with 100,000 contacts: their import, once more with nothing to do, and their export beside a
 * steady load of new messages:
 *   npm run build && npm run bench -- --csv
 */
import autocannon from 'autocannon';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { stop, untilReady } from './support/processes.ts';
import { freePort } from '../support/database/postgres.ts';
import { givenMailServer } from '../support/servers/smtp.ts';

const CONTACTS = 100_000;
const LOOK_MS = 20;
/** New messages, as steady as people write them. */
const MESSAGES_PER_SECOND = 100;
const CONNECTIONS = 8;
const SECONDS = 20;
/** After which a process that has worked is idle. */
const SETTLE_MS = 5000;

type Place = { binary: string; dataDir: string; token: string; mail: string };

/** Imports, exports and prints. @throws Error when the binary does not do what it is asked for */
export async function benchCsv(binary: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const mail = await givenMailServer();
  try {
    const place = await createAccount(binary, join(folder, 'data'), mail.url);
    const file = join(folder, 'people.csv');
    await writePeople(file);
    const first = await importPeople(place, file, 'created');
    const again = await importPeople(place, file, 'unchanged');
    console.log('| contacts | rows/s | memory at most |\n|---|---:|---:|');
    console.log(row(`import of ${CONTACTS.toLocaleString('en')}`, first));
    console.log(row('the same file again, nothing to change', again));
    await benchExport(place);
  } finally {
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (what: string, { rate, peak }: { rate: number; peak: number }) =>
  `| ${what} | ${Math.round(rate).toLocaleString('en')} | ${peak} MB |`;

async function createAccount(binary: string, dataDir: string, mail: string): Promise<Place> {
  const place = { binary, dataDir, token: '', mail };
  const args = ['create-account', '--name', 'Bench', '--email', 'bench@example.com', '--json'];
  const { stdout } = await finished(parley(place, args));
  const { access_token: token } = JSON.parse(stdout) as { access_token: string };
  return { ...place, token };
}

async function writePeople(file: string): Promise<void> {
  function* lines() {
    yield 'identifier,name,email,phone_number,company,city,country,labels,plan\n';
    for (let number = 1; number <= CONTACTS; number += 1) {
      const phone = `+49301${String(number).padStart(7, '0')}`;
      yield `id-${number},Person ${number},person${number}@example.com,${phone},Company ${number % 999},Berlin,DE,"imported,l${number % 9}",free\n`;
    }
  }
  await pipeline(lines, createWriteStream(file));
}

async function importPeople(place: Place, file: string, outcome: 'created' | 'unchanged') {
  const started = performance.now();
  const child = parley(place, ['import-contacts', file, '--account', '1', '--json']);
  const { stdout, peak } = await finished(child);
  const counts = JSON.parse(stdout) as Record<string, number>;
  if (counts[outcome] !== CONTACTS) throw new Error(`not all were ${outcome}: ${stdout}`);
  return { rate: (CONTACTS * 1000) / (performance.now() - started), peak };
}

/** Messages alone, and an export when they are over, for the memory; then one export after the other beside new messages, for their latency. */
async function benchExport(place: Place): Promise<void> {
  // What indexing the imported contacts takes would hide what an export does: a process that has done it is left aside.
  await stop(await serve(place));
  const server = await serve(place);
  try {
    const conversation = await openConversation(server.url, place.token);
    const alone = await createMessages(server.url, place.token, conversation);
    await pause(SETTLE_MS);
    const idle = memoryOf(server.child, 'VmRSS');
    const exported = await exportAll(place, server);
    const until = performance.now() + SECONDS * 1000;
    const [beside, exports] = await Promise.all([
      createMessages(server.url, place.token, conversation),
      exportUntil(until, place, server),
    ]);
    console.log(row(`export of ${CONTACTS.toLocaleString('en')}`, exported));
    console.log(
      `\nThe serving process held ${idle} MB before the export, ${exported.peak - idle} MB more during it.\n`,
    );
    console.log(`| ${MESSAGES_PER_SECOND} new messages a second | p50 | p99 |\n|---|---:|---:|`);
    console.log(`| alone | ${alone.p50} ms | ${alone.p99} ms |`);
    console.log(`| beside ${exports} exports, one after the other | ${beside.p50} ms | ${beside.p99} ms |`);
  } finally {
    await stop(server);
  }
}

/** One export after the other. Gives how many there were. */
async function exportUntil(end: number, place: Place, server: Server): Promise<number> {
  let exports = 0;
  for (; performance.now() < end; exports += 1) await exportAll(place, server);
  return exports;
}

type Server = { child: ChildProcess; url: string };

/** Starts a server, and waits until what was imported is in the search index. */
async function serve(place: Place): Promise<Server> {
  const port = await freePort();
  const child = parley(place, ['serve', '--port', String(port)]);
  child.stdout?.resume();
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, 50);
  const database = new Database(join(place.dataDir, 'parley.db'), { readonly: true });
  while (database.prepare('select 1 from search_changes limit 1').get()) await pause(200);
  database.close();
  return { child, url };
}

/** Has all contacts exported and mailed. Gives the rate until the mail is handed over, and the most memory held meanwhile. */
async function exportAll({ dataDir, token }: Place, { child, url }: Server): Promise<{ rate: number; peak: number }> {
  const started = performance.now();
  await post(url, token, '/contacts/export', {});
  const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
  const underWay = database.prepare(
    `select 1 from jobs where kind in ('export_contacts', 'export_ready') and status <> 'done' limit 1`,
  );
  let peak = 0;
  while (underWay.get()) {
    peak = Math.max(peak, memoryOf(child, 'VmRSS'));
    await pause(LOOK_MS);
  }
  database.close();
  return { rate: (CONTACTS * 1000) / (performance.now() - started), peak };
}

async function openConversation(url: string, token: string): Promise<number> {
  const inbox = await post(url, token, '/inboxes', { name: 'Bench', channel: { type: 'api' } });
  const conversation = await post(url, token, '/conversations', { inbox_id: inbox['id'], contact_id: 1 });
  return conversation['id'] as number;
}

async function post(url: string, token: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1/accounts/1${path}`, {
    method: 'POST',
    headers: { api_access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

async function createMessages(url: string, token: string, conversation: number): Promise<{ p50: number; p99: number }> {
  const { non2xx, errors, latency } = await autocannon({
    url: `${url}/api/v1/accounts/1/conversations/${conversation}/messages`,
    method: 'POST',
    connections: CONNECTIONS,
    overallRate: MESSAGES_PER_SECOND,
    duration: SECONDS,
    headers: { api_access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'A message of the usual length, for the bench.', message_type: 'outgoing' }),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`new messages: ${non2xx} bad answers, ${errors} errors`);
  return { p50: latency.p50, p99: latency.p99 };
}

function parley({ binary, dataDir, mail }: Place, args: string[]): ChildProcess {
  return spawn(binary, [...args, '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
      PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_MAIL_SMTP_URL: mail,
    },
  });
}

/** What the process printed until its end, and the most memory that it held, in megabytes. */
async function finished(child: ChildProcess): Promise<{ stdout: string; peak: number }> {
  let stdout = '';
  let peak = 0;
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const looking = setInterval(() => (peak = Math.max(peak, memoryOf(child, 'VmHWM'))), LOOK_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  if (code !== 0) throw new Error(`parley ended with ${code}`);
  return { stdout, peak };
}

/** Megabytes that the process holds, or has held at most; 0 when it has ended. */
function memoryOf(child: ChildProcess, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
