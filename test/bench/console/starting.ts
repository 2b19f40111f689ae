import type { Options } from '../options.ts';
import { type Request, wholePath } from '../support/drive.ts';
import { type Figures, measure } from '../support/figures.ts';
import * as loads from '../support/loads.ts';
import type { Server } from '../support/processes.ts';
import { inTurns, middle, ratio } from '../support/rounds.ts';
import { kilobytes, printHead, printRow, share, whole } from '../support/tables.ts';
import { warmUp, warmUpFor } from '../support/warm-up.ts';

/** A request of the console and the list that it is compared with, each alone or between writes. */
type Row = { what: string; connections: number; requests: () => Request[]; lists: () => Request[] };

const start: Request = { method: 'GET', path: '/app/start?account_id=1' };
const startAtConversation: Request = { method: 'GET', path: '/app/start?account_id=1&conversation_id=77' };

/** Ten requests, of which the first writes a message. */
const besideCreate = (request: Request): Request[] => [loads.create(), ...Array.from({ length: 9 }, () => request)];

const ROWS: Row[] = [
  ...[32, 1].flatMap((connections) => [
    { what: `start, ${on(connections)}`, connections, requests: () => [start], lists: () => [loads.list] },
    {
      what: `start at a conversation, ${on(connections)}`,
      connections,
      requests: () => [startAtConversation],
      lists: () => [loads.list],
    },
  ]),
  {
    what: 'starts and 10 % creates, 32 connections',
    connections: 32,
    requests: () => besideCreate(start),
    lists: () => besideCreate(loads.list),
  },
];

/** Measures starts of the console beside conversation lists, in turns, and prints. */
export async function benchStarting(server: Server, token: string, options: Options): Promise<void> {
  await warmUp(server, token, [loads.list, start, startAtConversation, loads.create()]);
  printHead(['request', 'requests/s', 'p50', 'p99', 'CPU a request', 'of that with lists', 'size']);
  for (const { what, connections, requests, lists } of ROWS) {
    const load = { requests: requests(), connections };
    await warmUpFor(load, [server], token);
    const of = (requests: Request[]) => () =>
      measure(server, token, { requests, connections, seconds: options.seconds });
    const measured = await inTurns(options.rounds, of(load.requests), of(lists()));
    const figures = middle(measured.map(([one]) => one));
    print(what, figures, share(ratio(measured, 'cpuUs')), await sizeOf(server, token, load.requests.at(-1)));
    print(
      'the same with lists',
      middle(measured.map(([, other]) => other)),
      '1',
      await sizeOf(server, token, loads.list),
    );
  }
}

function print(what: string, { rate, p50, p99, cpuUs }: Figures, ofLists: string, size: string): void {
  printRow([what, whole(rate), `${p50} ms`, `${p99} ms`, `${whole(cpuUs)} µs`, ofLists, size]);
}

async function sizeOf({ url }: Server, token: string, request: Request | undefined): Promise<string> {
  const response = await fetch(`${url}${wholePath(request?.path ?? '')}`, { headers: { api_access_token: token } });
  return kilobytes((await response.arrayBuffer()).byteLength);
}

function on(connections: number): string {
  return connections === 1 ? '1 connection' : `${connections} connections`;
}
