import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from './options.ts';
import { drive, type Driven } from './support/drive.ts';
import { sizeWith } from './support/large/place.ts';
import * as loads from './support/loads.ts';
import { mostMemoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { BINARY, createAccount, type Installation, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { seedLarge } from './support/large/seed.ts';
import { printHead, printMachine, printRow, whole } from './support/tables.ts';

const CONNECTIONS = 8;
const LOOK_MS = 20;
/** How long new messages are measured at a time while a command runs. */
const WINDOW_SECONDS = 2;
/** After which a process that has worked is idle. */
const SETTLE_MS = 5000;
const MEBIBYTE = 2 ** 20;

type Ran = { seconds: number; peak: number };

/** Backs up a large SQLite database alone and beside new messages, verifies the backup and restores it; prints. */
export async function benchBackup({ messages, seconds }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const installation = { dataDir: join(folder, 'data'), env: UNLIMITED };
    const token = await createAccount(BINARY, installation);
    seedLarge(join(installation.dataDir, 'parley.db'), sizeWith(messages));
    const empty = await run(['jobs', 'list'], installation);
    const file = join(folder, 'backup.tar.zst');
    const restored = { ...installation, dataDir: join(folder, 'restored') };
    const ran: [string, Ran][] = [['backup', await run(['backup', file], installation)]];
    const beside = await besideMessages(installation, token, join(folder, 'beside.tar.zst'), seconds);
    ran.push(['backup beside new messages', beside.ran]);
    ran.push(['verify', await run(['backup', 'verify', file], installation)]);
    ran.push(['restore', await run(['restore', file], restored)]);

    printMachine(`${whole(messages)} messages`);
    printHead(['', 'takes', 'memory at most', 'more than a command that does nothing']);
    for (const [what, { seconds, peak }] of ran) {
      printRow([what, `${seconds.toFixed(1)} s`, `${whole(peak)} MB`, `${whole(peak - empty.peak)} MB`]);
    }
    printMessages(beside);
    const size = (path: string) => `${whole(statSync(path).size / MEBIBYTE)} MiB`;
    console.log(`\nThe database has ${size(join(installation.dataDir, 'parley.db'))}, the backup ${size(file)}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `alone`: new messages before the backup; `worst`: those of the worst two seconds beside it; `log` in MiB at most. */
type Beside = { ran: Ran; alone: Driven; worst: Driven; log: number };

/** A backup while new messages are created as fast as that goes. */
async function besideMessages(
  installation: Installation,
  token: string,
  file: string,
  seconds: number,
): Promise<Beside> {
  const server = await serve(BINARY, installation);
  try {
    await pause(SETTLE_MS);
    const alone = await createMessages(server, token, seconds);
    const path = join(installation.dataDir, 'parley.db-wal');
    const windows: Driven[] = [];
    const done = new AbortController();
    let log = 0;
    const looking = setInterval(() => (log = Math.max(log, statSync(path).size / MEBIBYTE)), LOOK_MS);
    const backingUp = run(['backup', file], installation).finally(() => done.abort());
    while (!done.signal.aborted) windows.push(await createMessages(server, token, WINDOW_SECONDS));
    clearInterval(looking);
    const worst = windows.reduce((a, b) => (a.p99 > b.p99 ? a : b));
    return { ran: await backingUp, alone, worst, log };
  } finally {
    await stop(server);
  }
}

function printMessages({ alone, worst, log }: Beside): void {
  console.log(`\nThe write-ahead log had at most ${whole(log)} MiB.`);
  printHead(['new messages', 'a second', 'p50', 'p99']);
  const row = (what: string, { rate, p50, p99 }: Driven) => printRow([what, whole(rate), `${p50} ms`, `${p99} ms`]);
  row('alone', alone);
  row('beside a backup, in the worst two seconds', worst);
}

const createMessages = (server: Server, token: string, seconds: number) =>
  drive(server.url, token, { requests: [loads.create()], connections: CONNECTIONS, seconds });

/** Runs a command to its end. @throws Error when it fails */
async function run(args: string[], { dataDir, env }: Installation): Promise<Ran> {
  const started = performance.now();
  const child = spawn(BINARY.command, [...BINARY.args, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, PARLEY_DATA_DIR: dataDir },
  });
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, mostMemoryOf(child.pid ?? 0))), LOOK_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(looking);
  if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peak };
}
