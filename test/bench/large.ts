import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Row, ROWS } from './large-rows.ts';
import { chosen, type Options } from './options.ts';
import { benchStart, printStartHead, SETTLE_MS } from './start.ts';
import { measure } from './support/figures.ts';
import { install } from './support/install.ts';
import * as loads from './support/loads.ts';
import { memoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { BINARY, type Server, stop } from './support/processes.ts';
import { inTurns, middle, ratio } from './support/rounds.ts';
import { prepareLarge, serveLarge, sizeWith } from './support/large/place.ts';
import type { Size } from './support/large/seed.ts';
import { measureStall } from './support/stall.ts';
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

type Side = { server: Server; token: string };

/** Compares a small and a large database, and starts on the large one. @throws Error when a request is refused */
export async function benchLarge(options: Options): Promise<void> {
  const size = sizeWith(options.messages);
  const rows = chosen(ROWS, options.rows);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const program = install(watchedBinary(), folder);
    const small = await prepareLarge(join(folder, 'small'), SMALL);
    const large = await prepareLarge(join(folder, 'large'), size);
    const sides: Side[] = [];
    try {
      for (const place of [small, large]) sides.push({ server: await serveLarge(program, place), token: place.token });
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

async function report(rows: Row[], [small, large]: [Side, Side], size: Size, { seconds, rounds }: Options) {
  // The first row would show what is compiled and optimized for all of them.
  for (const { server, token } of [small, large]) await warmUp(server, token, [loads.list]);
  const creates = { requests: [loads.create()], connections: CONNECTIONS };
  await measureStall(small.server, small.token, creates);
  const first = await measureStall(large.server, large.token, creates);
  await pause(SETTLE_MS);
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
  console.log(`Longest stall of the first messages, which V8 has not compiled yet, large: ${stall(first)}`);
  console.log(`Memory afterwards, large: ${whole(own)} MB its own + ${whole(files)} MB of files.`);
}

function sizeOf({ conversations, messages }: Size): string {
  return `${conversations.toLocaleString('en')} conversations, ${messages.toLocaleString('en')} messages`;
}

const listed = (found: string[]) => found.join('; ') || 'none';
const shown = (rate: number) => rate.toLocaleString('en', { maximumSignificantDigits: 3 });
