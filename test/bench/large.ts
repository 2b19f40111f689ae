import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, ROWS } from './large-rows.ts';
import { chosen, type Options } from './options.ts';
import { benchStart, printStartHead } from './start.ts';
import { measure } from './support/figures.ts';
import { install } from './support/install.ts';
import * as loads from './support/loads.ts';
import { memoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { BINARY, createAccount, type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { inTurns, middle, ratio } from './support/rounds.ts';
import { seedLarge, type Size } from './support/seed-large.ts';
import { printHead, printMachine, printRow, stall, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';
import { watchedBinary } from './support/watched.ts';

const SMALL: Size = { contacts: 1000, conversations: 1000, messages: 10_000 };
const CONNECTIONS = 8;
/** How many of the requests that grow are sent, one after the other: more at a time would only wait for each other. */
const FEW = 10;
/** How much longer a request may take on the large database, and one that grows. */
const LIMIT = 2;
const LIMIT_GROWING = 3;
/** The longest that the event loop may be kept. */
const LONGEST_STALL_MS = 20;
/** The longest that a report may take. */
const LONGEST_REPORT_MS = 1000;

type Place = { dataDir: string; token: string };
type Side = { server: Server; token: string };

/** Compares a small and a large database, and starts on the large one. @throws Error when a request is refused */
export async function benchLarge(options: Options): Promise<void> {
  const { messages } = options;
  const size = { contacts: Math.ceil(messages / 20), conversations: Math.ceil(messages / 10), messages };
  const rows = chosen(ROWS, options.rows);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const program = install(watchedBinary(), folder);
    const small = await prepare(join(folder, 'small'), SMALL);
    const large = await prepare(join(folder, 'large'), size);
    const sides: Side[] = [];
    try {
      for (const place of [small, large]) sides.push(await start(program, place));
      await report(rows, sides as [Side, Side], size, options);
    } finally {
      for (const { server } of sides) await stop(server);
    }
    printStartHead();
    await benchStart('on the large database', install(BINARY, folder), options.rounds, () => large.dataDir);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(dataDir: string, size: Size): Promise<Place> {
  const token = await createAccount(BINARY, { dataDir, env: UNLIMITED });
  const seeding = performance.now();
  seedLarge(join(dataDir, 'parley.db'), size);
  console.error(`seeded ${size.messages.toLocaleString('en')} messages in ${seconds(seeding)} s`);
  return { dataDir, token };
}

/** Starts a server, and waits until what was seeded is in the search index, and summed up for reports. */
async function start(program: Program, { dataDir, token }: Place): Promise<Side> {
  const server = await serve(program, { dataDir, env: UNLIMITED });
  const started = performance.now();
  const database = new Database(join(dataDir, 'parley.db'), { readonly: true });
  const waiting = database.prepare(
    `select 1 from search_changes union all
    select 1 from messages where id > (select message_id from message_search_mark) union all
    select 1 from messages where id > (select messages_up_to from report_progress) union all
    select 1 from reporting_events where id > (select events_up_to from report_progress) limit 1`,
  );
  while (waiting.get()) await pause(500);
  database.close();
  console.error(`search index and sums of reports complete in ${seconds(started)} s`);
  return { server, token };
}

async function report(rows: Row[], [small, large]: [Side, Side], size: Size, { seconds, rounds }: Options) {
  // The first row would show what is compiled and optimized for all of them.
  for (const { server, token } of [small, large]) await warmUp(server, token, [loads.list]);
  printMachine(`median of ${rounds} rounds of ${seconds} s each`);
  printHead(['request', sizeOf(SMALL), sizeOf(size), 'times as long', 'CPU', 'CPU, large', 'longest stall, large']);
  const slower: string[] = [];
  const stalls: string[] = [];
  const late: string[] = [];
  for (const { key, what, request, grows = false } of rows) {
    const load = {
      requests: [request],
      seconds,
      ...(grows ? { connections: 1, few: FEW } : { connections: CONNECTIONS }),
    };
    const of =
      ({ server, token }: Side) =>
      () =>
        measure(server, token, load);
    const measured = await inTurns(rounds, of(small), of(large));
    const [one, other] = [middle(measured.map(([one]) => one)), middle(measured.map(([, other]) => other))];
    const longer = ratio(measured, 'rate');
    const cpu = [one, other].map(({ cpuUs }) => `${whole(cpuUs)} µs`);
    printRow([
      `${what}${grows ? ' *' : ''}`,
      shown(one.rate),
      shown(other.rate),
      longer.toFixed(2),
      ...cpu,
      stall(other.turn),
    ]);
    if (longer > (grows ? LIMIT_GROWING : LIMIT)) slower.push(what);
    if (key.startsWith('report-') && 1000 / other.rate > LONGEST_REPORT_MS) late.push(what);
    if ((other.turn?.ms ?? 0) > LONGEST_STALL_MS) stalls.push(`${what}: ${stall(other.turn)}`);
  }
  console.log(`Reports of more than ${LONGEST_REPORT_MS} ms: ${listed(late)}`);
  const { own, files } = memoryOf(large.server.pid);
  console.log(`\n* counts what it finds, and finds 10 to 200 times as much; asked ${FEW} times, one after the other.`);
  console.log(`More than ${LIMIT} times as long, or ${LIMIT_GROWING} with a star: ${listed(slower)}`);
  console.log(`Stalls of more than ${LONGEST_STALL_MS} ms: ${listed(stalls)}`);
  console.log(`Memory afterwards, large: ${whole(own)} MB its own + ${whole(files)} MB of files.`);
}

function sizeOf({ conversations, messages }: Size): string {
  return `${conversations.toLocaleString('en')} conversations, ${messages.toLocaleString('en')} messages`;
}

const listed = (found: string[]) => found.join('; ') || 'none';
const shown = (rate: number) => rate.toLocaleString('en', { maximumSignificantDigits: 3 });
const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
