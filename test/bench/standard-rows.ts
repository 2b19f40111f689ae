import type { Options } from './options.ts';
import type { Request } from './support/drive.ts';
import { type Figures, measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import type { Server } from './support/processes.ts';
import { inTurns, middle, ratio } from './support/rounds.ts';
import { measureStall, type Pair } from './support/stall.ts';
import { kilobytes, printHead, printRow, share, stall, whole } from './support/tables.ts';
import { warmUp, warmUpFor } from './support/warm-up.ts';
import type { Turn } from './support/watch-loop.ts';

/** What is asked of Parley and of the bare server; `logged`: of the Parley that logs and limits requests. */
type Row = { key: string; what: string; connections: number; logged?: boolean; requests(): Request[] };

const CONNECTIONS = [32, 4, 1];
const keyOf = (name: string, connections: number) => (connections === 32 ? name : `${name}-${connections}`);
const on = (connections: number) => (connections === 1 ? '1 connection' : `${connections} connections`);

export const ROWS: Row[] = [
  ...CONNECTIONS.map((connections) => ({
    key: keyOf('list', connections),
    what: `conversation list, ${on(connections)}`,
    connections,
    requests: () => [loads.list],
  })),
  {
    key: 'list-logged',
    what: 'conversation list, 32 connections, logged and limited',
    connections: 32,
    logged: true,
    requests: () => [loads.list],
  },
  ...CONNECTIONS.map((connections) => ({
    key: keyOf('create', connections),
    what: `message create, ${on(connections)}`,
    connections,
    requests: () => [loads.create()],
  })),
  ...[1, 3].map((creates) => ({
    key: `mixed-${creates}0`,
    what: `lists and ${creates}0 % creates, 32 connections`,
    connections: 32,
    requests: () => loads.mixed(creates),
  })),
];

const COLUMNS = [
  'requests/s',
  'p50',
  'p99',
  'of the bare server',
  'by CPU',
  'CPU a request',
  'written',
  'longest stall',
];

/** `logged`: null where no row asks for it. */
type Servers = { parley: Pair; logged: Pair | null; bare: Server };

/** Measures each row with Parley and the bare server in turns, and prints it. */
export async function compareRows(rows: Row[], servers: Servers, token: string, options: Options): Promise<void> {
  const { parley, logged, bare } = servers;
  for (const server of [parley.server, parley.watched, bare]) await warmUp(server, token, [loads.list, loads.create()]);
  if (logged) for (const server of [logged.server, logged.watched]) await warmUp(server, token, [loads.list]);
  printHead(['request', ...COLUMNS]);
  for (const row of rows) {
    const { server, watched } = row.logged && logged ? logged : parley;
    const load = { requests: row.requests(), connections: row.connections };

    const of = (one: Server) => () => measure(one, token, { ...load, seconds: options.seconds });
    await warmUpFor(load, [server, bare], token);
    const measured = await inTurns(options.rounds, of(server), of(bare));
    const turn = await measureStall(watched, token, load);
    const shares = [share(ratio(measured, 'rate')), share(1 / ratio(measured, 'cpuUs'))];
    print(row.what, middle(measured.map(([one]) => one)), shares, turn);
    print('the same, bare server', middle(measured.map(([, other]) => other)), ['1', '1'], null);
  }
}

function print(what: string, { rate, p50, p99, cpuUs, written }: Figures, shares: string[], turn: Turn | null): void {
  printRow([
    what,
    whole(rate),
    `${p50} ms`,
    `${p99} ms`,
    ...shares,
    `${whole(cpuUs)} µs`,
    kilobytes(written),
    stall(turn),
  ]);
}
