import { cpSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen, type Options } from './options.ts';
import { type Row, ROWS } from './standard-rows.ts';
import { startBare } from './support/bare.ts';
import { drive } from './support/drive.ts';
import { type Figures, measure } from './support/figures.ts';
import { BINARY, createAccount, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { inTurns, middle, ratio } from './support/rounds.ts';
import { seed } from './support/seed.ts';
import { kilobytes, printHead, printMachine, printRow, share, whole } from './support/tables.ts';
import { watchedBinary } from './support/watched.ts';

/** As a server is set up by itself, but for limits that are never reached. */
const LOGGED = {
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000000',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '1000000000',
  PARLEY_LOG_LEVEL: 'info',
};
const WARM_UP_SECONDS = 1;

type Servers = { parley: Server; logged: Server; bare: Server; token: string };

/** Measures the built binary beside the bare server on copies of the same database, and prints. */
export async function benchStandard({ rows, seconds, rounds }: Options): Promise<void> {
  const asked = chosen(ROWS, rows);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    const servers = await start(folder);
    try {
      printMachine(`median of ${rounds} rounds of ${seconds} s each`);
      printHead([
        'request',
        'requests/s',
        'p50',
        'p99',
        'of the bare server',
        'CPU a request',
        'written',
        'longest stall',
      ]);
      for (const row of asked) await compare(row, servers, seconds, rounds);
    } finally {
      await Promise.all([servers.parley, servers.logged, servers.bare].map((server) => stop(server)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder: string): Promise<Servers> {
  const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const token = await createAccount(BINARY, { dataDir, env: UNLIMITED });
  const seeding = await serve(BINARY, { dataDir, env: UNLIMITED });
  await seed(seeding.url, token);
  await stop(seeding);

  cpSync(dataDir, copy, { recursive: true });
  const program = watchedBinary();
  return {
    bare: await startBare(join(dataDir, 'parley.db'), join(folder, 'bare.db')),
    parley: await serve(program, { dataDir, env: UNLIMITED }),
    logged: await serve(program, { dataDir: copy, env: LOGGED }, { log: openSync(join(folder, 'log'), 'w') }),
    token,
  };
}

async function compare(row: Row, { parley, logged, bare, token }: Servers, seconds: number, rounds: number) {
  const load = { requests: row.requests(), connections: row.connections };
  const server = row.logged ? logged : parley;
  for (const { url } of [server, bare]) await drive(url, token, { ...load, seconds: WARM_UP_SECONDS });

  const measured = await inTurns(
    rounds,
    () => measure(server, token, { ...load, seconds }),
    () => measure(bare, token, { ...load, seconds }),
  );
  print(row.what, middle(measured.map(([one]) => one)), share(ratio(measured, 'rate')));
  print('the same, bare server', middle(measured.map(([, other]) => other)), '1');
}

function print(what: string, { rate, p50, p99, cpuUs, written, turn }: Figures, ofBare: string): void {
  const stall = turn ? `${turn.ms.toFixed(1)} (${turn.cpuMs.toFixed(1)}) ms` : '';
  const cells = [whole(rate), `${p50} ms`, `${p99} ms`, ofBare, `${whole(cpuUs)} µs`, kilobytes(written), stall];
  printRow([what, ...cells]);
}
