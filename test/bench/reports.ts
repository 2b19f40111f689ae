import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './large-rows.ts';
import { chosen, type Options } from './options.ts';
import { REPORTS } from './report-rows.ts';
import { type Driven, drive } from './support/drive.ts';
import { untilQuiet } from './support/figures.ts';
import { type Place, prepareLarge, secondsSince, serveLarge, sizeWith } from './support/large/place.ts';
import { startPostgres } from './support/postgres.ts';
import { BINARY, runCommand, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { printHead, printMachine, printRow, whole } from './support/tables.ts';

/** How often each report is asked for, one time after the other. */
const TIMES = 10;
/** The longest that a report may take. */
const LONGEST_MS = 1000;

/** Asks for each report on a year of a large database, on SQLite and on PostgreSQL, and prints. @throws Error when one is refused */
export async function benchReports(options: Options): Promise<void> {
  const rows = chosen(REPORTS, options.rows);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const place = await prepareLarge(join(folder, 'data'), sizeWith(options.messages));
    const onSqlite = await askOnSqlite(rows, place);
    const onPostgres = await askOnPostgres(rows, place, folder);
    print(rows, [onSqlite, onPostgres], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askOnSqlite(rows: Row[], place: Place): Promise<Driven[]> {
  const server = await serveLarge(BINARY, place);
  try {
    return await askAll(rows, server, place.token);
  } finally {
    await stop(server);
  }
}

/** On a PostgreSQL to which a backup of the installation has been restored. */
async function askOnPostgres(rows: Row[], { dataDir, token }: Place, folder: string): Promise<Driven[]> {
  const postgres = await startPostgres();
  try {
    const env = { ...UNLIMITED, PARLEY_DATABASE_URL: await postgres.createDatabase('bench') };
    const restored = { dataDir: join(folder, 'restored'), env };
    const began = performance.now();
    await runCommand(BINARY, ['backup', join(folder, 'backup')], { dataDir, env: UNLIMITED });
    await runCommand(BINARY, ['restore', join(folder, 'backup')], restored);
    console.error(`moved to PostgreSQL in ${secondsSince(began)} s`);
    const server = await serve(BINARY, restored);
    try {
      return await askAll(rows, server, token);
    } finally {
      await stop(server);
    }
  } finally {
    await postgres.stop();
  }
}

async function askAll(rows: Row[], server: Server, token: string): Promise<Driven[]> {
  await untilQuiet(server.pid);
  const asked: Driven[] = [];
  for (const { request } of rows) {
    asked.push(await drive(server.url, token, { requests: [request], connections: 1, seconds: 1, few: TIMES }));
  }
  return asked;
}

function print(rows: Row[], [onSqlite, onPostgres]: [Driven[], Driven[]], { messages }: Options): void {
  printMachine(`${whole(messages)} messages, each report asked for ${TIMES} times, one after the other`);
  printHead(['report', 'SQLite, median', 'slowest', 'PostgreSQL, median', 'slowest']);
  const late: string[] = [];
  for (const [index, { what }] of rows.entries()) {
    const both = [onSqlite[index]!, onPostgres[index]!];
    printRow([what, ...both.flatMap(({ p50, p99 }) => [`${whole(p50)} ms`, `${whole(p99)} ms`])]);
    if (both.some(({ p99 }) => p99 > LONGEST_MS)) late.push(what);
  }
  console.log(`\nReports of more than ${LONGEST_MS} ms: ${late.join('; ') || 'none'}`);
}
