import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen, type Options } from './options.ts';
import { drive, type Request } from './support/drive.ts';
import { type Figures, measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { BINARY, createAccount, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { countRoundTrips } from './support/round-trips.ts';
import { median, middle } from './support/rounds.ts';
import { seed } from './support/seed.ts';
import { kilobytes, printHead, printMachine, printRow, stall, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';
import { watchedBinary } from './support/watched.ts';

type Row = { key: string; what: string; request: () => Request };

const ROWS: Row[] = [
  { key: 'list', what: 'conversation list', request: () => loads.list },
  { key: 'create', what: 'message create', request: loads.create },
];
const CONNECTIONS = 32;
/** How many requests are sent, one after the other, for the round trips of one. */
const COUNTED = 50;

type Place = { dataDir: string; token: string; postgres: Postgres; database: string };

/** Measures the built binary on PostgreSQL, and prints. */
export async function benchPostgres(options: Options): Promise<void> {
  const rows = chosen(ROWS, options.rows);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const postgres = await startPostgres();
  try {
    const place = await prepare(join(folder, 'data'), postgres);
    const trips = await countAll(rows, place);
    await report(rows, trips, place, options);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(dataDir: string, postgres: Postgres): Promise<Place> {
  const database = 'bench';
  const url = await postgres.createDatabase(database);
  const installation = { dataDir, env: { ...UNLIMITED, PARLEY_DATABASE_URL: url } };
  const token = await createAccount(BINARY, installation);
  const server = await serve(BINARY, installation);
  await seed(server.url, token);
  await stop(server);
  return { dataDir, token, postgres, database };
}

/** For each row, the round trips of a request that comes alone, to a server that does nothing else. */
async function countAll(rows: Row[], { dataDir, token, postgres, database }: Place): Promise<number[]> {
  const counter = await countRoundTrips(postgres.port);
  const env = { ...UNLIMITED, PARLEY_DATABASE_URL: postgres.addressOf(database, counter.port) };
  const server = await serve(BINARY, { dataDir, env }, { args: ['--no-jobs'] });
  try {
    const all: number[] = [];
    for (const { request } of rows) all.push(await tripsOf(server, token, request(), () => counter.take()));
    return all;
  } finally {
    await stop(server);
    await counter.stop();
  }
}

async function tripsOf(server: Server, token: string, request: Request, take: () => number): Promise<number> {
  const load = { requests: [request], connections: 1, seconds: 1, few: 1 };
  const counts: number[] = [];
  for (let sent = 0; sent < COUNTED; sent += 1) {
    take();
    await drive(server.url, token, load);
    counts.push(take());
  }
  return median(counts);
}

async function report(rows: Row[], trips: number[], place: Place, { seconds, rounds }: Options): Promise<void> {
  const { dataDir, token, postgres, database } = place;
  const env = { ...UNLIMITED, PARLEY_DATABASE_URL: postgres.addressOf(database) };
  const server = await serve(watchedBinary(), { dataDir, env });
  try {
    printMachine(`PostgreSQL, ${CONNECTIONS} connections, median of ${rounds} rounds of ${seconds} s each`);
    printHead([
      'request',
      'requests/s',
      'p50',
      'p99',
      'round trips',
      'CPU a request',
      'CPU of PostgreSQL',
      'written',
      'longest stall',
    ]);
    for (const [index, { what, request }] of rows.entries()) {
      const load = { requests: [request()], connections: CONNECTIONS };
      await warmUp(server, token, load.requests);
      const measured: Figures[] = [];
      for (let round = 0; round < rounds; round += 1) {
        measured.push(await measure(server, token, { ...load, seconds }, postgres));
      }
      const { rate, p50, p99, cpuUs, databaseCpuUs, written, turn } = middle(measured);
      printRow([
        what,
        whole(rate),
        `${p50} ms`,
        `${p99} ms`,
        String(trips[index]),
        `${whole(cpuUs)} µs`,
        `${whole(databaseCpuUs)} µs`,
        kilobytes(written),
        stall(turn),
      ]);
    }
  } finally {
    await stop(server);
  }
}
