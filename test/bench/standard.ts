import { cpSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen, type Options } from './options.ts';
import { compareRows, ROWS } from './standard-rows.ts';
import { benchStart, printStartHead } from './start.ts';
import { startBare } from './support/bare.ts';
import { install } from './support/install.ts';
import { memoryOf } from './support/memory.ts';
import { BINARY, createAccount, type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { startReceivers } from './support/receivers.ts';
import { seed } from './support/seed.ts';
import type { Pair } from './support/stall.ts';
import { printMachine, whole } from './support/tables.ts';
import { watchedBinary } from './support/watched.ts';
import { benchWebhook } from './webhook.ts';

/** As a server is set up by itself, but for limits that are never reached. */
const LOGGED = {
  ...UNLIMITED,
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000000',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '1000000000',
  PARLEY_LOG_LEVEL: 'info',
};

/** Where everything is: a folder, the program to measure, the same watched, and the folder of an installation that is seeded. */
type Place = { folder: string; program: Program; watched: Program; seeded: string; token: string };

/** Measures the built binary beside the bare server on copies of the same database, and prints. */
export async function benchStandard(options: Options): Promise<void> {
  const asked = new Set(chosen([...ROWS, { key: 'webhook' }, { key: 'start' }], options.rows).map(({ key }) => key));
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    printMachine(`median of ${options.rounds} rounds of ${options.seconds} s each`);
    const place = await prepare(folder);
    const rows = ROWS.filter(({ key }) => asked.has(key));
    if (rows.length > 0) await benchBesideBare(place, rows, options);
    if (asked.has('webhook')) await benchHooked(place, options);
    if (asked.has('start')) await benchStarts(place, options.rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(folder: string): Promise<Place> {
  const seeded = join(folder, 'seeded');
  const installation = { dataDir: seeded, env: UNLIMITED };
  const token = await createAccount(BINARY, installation);
  const server = await serve(BINARY, installation);
  await seed(server.url, token);
  await stop(server);
  return { folder, program: install(BINARY, folder), watched: install(watchedBinary(), folder), seeded, token };
}

/** Two servers on copies of what is seeded: one to measure, and one that is watched. */
async function servePair(place: Place, name: string, env: Record<string, string>, servers: Server[]): Promise<Pair> {
  const server = await serveCopy(place, place.program, name, env);
  servers.push(server);
  const watched = await serveCopy(place, place.watched, `${name}-watched`, env);
  servers.push(watched);
  return { server, watched };
}

function serveCopy(
  { folder, seeded }: Place,
  program: Program,
  name: string,
  env: Record<string, string>,
): Promise<Server> {
  const dataDir = join(folder, name);
  cpSync(seeded, dataDir, { recursive: true });
  return serve(program, { dataDir, env }, { log: openSync(join(folder, `${name}.log`), 'w') });
}

async function benchBesideBare(place: Place, rows: typeof ROWS, options: Options): Promise<void> {
  const bare = await startBare(join(place.seeded, 'parley.db'), join(place.folder, 'bare.db'));
  const servers = [bare];
  try {
    const parley = await servePair(place, 'quiet', UNLIMITED, servers);
    const logged = rows.some((row) => row.logged) ? await servePair(place, 'logged', LOGGED, servers) : null;
    await compareRows(rows, { parley, logged, bare }, place.token, options);
    const { own, files } = memoryOf(parley.server.pid);
    console.log(
      `\nMemory after all of this: ${whole(own + files)} MB, ${whole(own)} MB its own and ${whole(files)} MB of files.`,
    );
  } finally {
    for (const server of servers) await stop(server);
  }
}

async function benchStarts({ folder, program, seeded }: Place, rounds: number): Promise<void> {
  printStartHead();
  await benchStart('on an empty database', program, rounds, (round) => join(folder, `empty-${round}`));
  await benchStart('on 1,000 conversations', program, rounds, () => seeded);
}

async function benchHooked(place: Place, options: Options): Promise<void> {
  const receivers = await startReceivers(place.folder, { answering: 1, hanging: 0 });
  const servers: Server[] = [];
  try {
    const plain = await servePair(place, 'plain', UNLIMITED, servers);
    const hooked = await servePair(place, 'hooked', { ...UNLIMITED, ...receivers.env }, servers);
    await benchWebhook({ hooked, plain }, place.token, receivers, options);
  } finally {
    for (const server of servers) await stop(server);
    receivers.stop();
  }
}
