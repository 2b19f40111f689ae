import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen, type Options } from './options.ts';
import { builtCommit } from './support/built-commit.ts';
import type { Request } from './support/drive.ts';
import { measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { BINARY, createAccount, type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { inTurns, middle, ratio } from './support/rounds.ts';
import { seed } from './support/seed.ts';
import { kilobytes, printHead, printMachine, printRow, share, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';

type Row = { key: string; what: string; request: () => Request; connections: number };
/** Those that are measured on PostgreSQL. */
const ON_POSTGRES = ['list', 'create'];
type Side = { server: Server; token: string };

const ROWS: Row[] = [
  { key: 'list', what: 'conversation list', request: () => loads.list, connections: 32 },
  ...[32, 4, 1].map((connections) => ({
    key: connections === 32 ? 'create' : `create-${connections}`,
    what: `message create, connections: ${connections}`,
    request: loads.create,
    connections,
  })),
  { key: 'messages', what: 'messages of a conversation', request: () => loads.messages, connections: 32 },
  { key: 'contacts', what: 'contacts, a page', request: () => loads.contacts, connections: 32 },
  { key: 'show', what: 'conversation', request: () => loads.conversation, connections: 32 },
  { key: 'search', what: 'contacts, search for an address', request: () => loads.contactSearch, connections: 32 },
];

/** Compares the built binary with that of another commit, each on a database that it has filled itself. */
export async function benchAgainst({ commit, postgres: onPostgres, rows, seconds, rounds }: Options): Promise<void> {
  const asked = chosen(onPostgres ? ROWS.filter(({ key }) => ON_POSTGRES.includes(key)) : ROWS, rows);
  const other = builtCommit(commit);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const postgres = onPostgres ? await startPostgres() : null;
  const sides: Side[] = [];
  try {
    sides.push(await prepare(BINARY, folder, 'now', postgres));
    sides.push(await prepare(other, folder, 'before', postgres));
    const database = onPostgres ? 'PostgreSQL' : 'SQLite';
    printMachine(
      `${database}, the built binary beside that of ${commit}, median of ${rounds} rounds of ${seconds} s each`,
    );
    const ofBoth = ['before', 'ratio'];
    const columns = ['requests/s', ...ofBoth, 'CPU a request', ...ofBoth, 'written', 'before'];
    printHead(['request', ...columns, ...(postgres ? ['CPU of PostgreSQL', ...ofBoth] : [])]);
    const requests = [...new Set(asked.map(({ request }) => request))].map((request) => request());
    for (const { server, token } of sides) await warmUp(server, token, requests);
    for (const row of asked) await compare(row, sides as [Side, Side], postgres, seconds, rounds);
  } finally {
    for (const { server } of sides) await stop(server);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(program: Program, folder: string, name: string, postgres: Postgres | null): Promise<Side> {
  const env = { ...UNLIMITED, ...(postgres && { PARLEY_DATABASE_URL: await postgres.createDatabase(name) }) };
  const installation = { dataDir: join(folder, name), env };
  const token = await createAccount(program, installation);
  const server = await serve(program, installation);
  await seed(server.url, token);
  return { server, token };
}

async function compare(
  { what, request, connections }: Row,
  [now, before]: [Side, Side],
  postgres: Postgres | null,
  seconds: number,
  rounds: number,
): Promise<void> {
  const requests = [request()];
  const of = ({ server, token }: Side) =>
    measure(server, token, { requests, connections, seconds }, postgres ?? undefined);
  const measured = await inTurns(
    rounds,
    () => of(now),
    () => of(before),
  );
  const [ours, theirs] = [middle(measured.map(([one]) => one)), middle(measured.map(([, other]) => other))];
  const compared = (key: 'rate' | 'cpuUs' | 'databaseCpuUs', unit = '') => [
    `${whole(ours[key])}${unit}`,
    `${whole(theirs[key])}${unit}`,
    share(ratio(measured, key)),
  ];
  printRow([
    what,
    ...compared('rate'),
    ...compared('cpuUs', ' µs'),
    kilobytes(ours.written),
    kilobytes(theirs.written),
    ...(postgres ? compared('databaseCpuUs', ' µs') : []),
  ]);
}
