import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { givenMailServer } from '../support/servers/smtp.ts';
import { memoryOf, mostMemoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { openConversation, postTo } from './support/seed.ts';
import { printHead, printRow, whole } from './support/tables.ts';
import { type Installed, withInstallation } from './support/with-installation.ts';

const CONTACTS = 100_000;
const LOOK_MS = 20;
/** New messages, as steady as people write them. */
const MESSAGES_PER_SECOND = 100;
const CONNECTIONS = 8;
const SECONDS = 20;
/** After which a process that has worked is idle. */
const SETTLE_MS = 5000;

type Handled = { seconds: number; peak: number };

/** Imports 100,000 contacts, and once more with nothing to do; exports them beside a steady load of new messages; prints. */
export async function benchCsv(program: Program): Promise<void> {
  const mail = await givenMailServer();
  try {
    await withInstallation(program, { ...UNLIMITED, PARLEY_MAIL_SMTP_URL: mail.url }, async (installed) => {
      const file = join(installed.folder, 'people.csv');
      await writePeople(file);
      printHead([`${whole(CONTACTS)} contacts`, 'takes', 'a second', 'memory at most']);
      print('import', await importPeople(installed, file, 'created'));
      print('import of the same file again, nothing to change', await importPeople(installed, file, 'unchanged'));
      await benchExport(installed);
    });
  } finally {
    await mail.stop();
  }
}

const print = (what: string, { seconds, peak }: Handled) =>
  printRow([what, `${seconds.toFixed(1)} s`, whole(CONTACTS / seconds), `${whole(peak)} MB`]);

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

async function importPeople(installed: Installed, file: string, outcome: 'created' | 'unchanged'): Promise<Handled> {
  const { program, installation } = installed;
  const args = [
    ...program.args,
    'import-contacts',
    file,
    '--account',
    '1',
    '--json',
    '--data-dir',
    installation.dataDir,
  ];
  const started = performance.now();
  const child = spawn(program.command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: installation.env });
  let text = '';
  let peak = 0;
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const looking = setInterval(() => (peak = Math.max(peak, mostMemoryOf(child.pid!))), LOOK_MS);
  await once(child, 'close');
  clearInterval(looking);
  const counts = JSON.parse(text) as Record<string, number>;
  if (counts[outcome] !== CONTACTS) throw new Error(`not all were ${outcome}: ${text}`);
  return { seconds: (performance.now() - started) / 1000, peak };
}

/** Messages alone, and an export when they are over, for the memory; then one export after the other beside new messages, for their latency. */
async function benchExport(installed: Installed): Promise<void> {
  // What indexing the imported contacts takes would hide what an export does: a process that has done it is left aside.
  await stop(await start(installed));
  const server = await start(installed);
  try {
    const conversation = await openConversation(server.url, installed.token);
    const alone = await createMessages(server.url, installed.token, conversation);
    await pause(SETTLE_MS);
    const idle = memoryOf(server.pid);
    const exported = await exportAll(installed, server);
    const until = performance.now() + SECONDS * 1000;
    const [beside, exports] = await Promise.all([
      createMessages(server.url, installed.token, conversation),
      exportUntil(until, installed, server),
    ]);
    print('export, until it is mailed', exported);
    const before = whole(idle.own + idle.files);
    console.log(`\nThe server held ${before} MB before the export.`);
    printHead([`${MESSAGES_PER_SECOND} new messages a second`, 'p50', 'p99']);
    printRow(['alone', `${alone.p50} ms`, `${alone.p99} ms`]);
    printRow([`beside ${exports} exports, one after the other`, `${beside.p50} ms`, `${beside.p99} ms`]);
  } finally {
    await stop(server);
  }
}

/** One export after the other. Gives how many there were. */
async function exportUntil(end: number, installed: Installed, server: Server): Promise<number> {
  let exports = 0;
  for (; performance.now() < end; exports += 1) await exportAll(installed, server);
  return exports;
}

/** Starts a server, and waits until what was imported is in the search index. */
async function start({ program, installation }: Installed): Promise<Server> {
  const server = await serve(program, installation);
  const database = new Database(join(installation.dataDir, 'parley.db'), { readonly: true });
  while (database.prepare('select 1 from search_changes limit 1').get()) await pause(200);
  database.close();
  return server;
}

/** Has all contacts exported and mailed. Gives the most memory held until the mail is handed over. */
async function exportAll({ installation, token }: Installed, { pid, url }: Server): Promise<Handled> {
  const started = performance.now();
  await postTo(url, token, '/contacts/export', {});
  const database = new Database(join(installation.dataDir, 'parley.db'), { readonly: true });
  const underWay = database.prepare(
    `select 1 from jobs where kind in ('export_contacts', 'export_ready') and status <> 'done' limit 1`,
  );
  let peak = 0;
  while (underWay.get()) {
    const { own, files } = memoryOf(pid);
    peak = Math.max(peak, own + files);
    await pause(LOOK_MS);
  }
  database.close();
  return { seconds: (performance.now() - started) / 1000, peak };
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
