import type { Options } from './options.ts';
import { type Figures, measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import { pause } from './support/pause.ts';
import type { Receivers } from './support/receivers.ts';
import { inTurns, median, middle, ratio } from './support/rounds.ts';
import { postTo } from './support/seed.ts';
import { measureStall, type Pair } from './support/stall.ts';
import { kilobytes, printHead, printRow, share, stall, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';
import type { Turn } from './support/watch-loop.ts';

const CONNECTIONS = 32;
/** In which messages are created. */
const CONVERSATIONS = 96;

type Servers = { hooked: Pair; plain: Pair };

/** Creates messages on a server with a webhook and on one without, in turns, and prints. */
export async function benchWebhook(
  { hooked, plain }: Servers,
  token: string,
  receivers: Receivers,
  { seconds, rounds }: Options,
): Promise<void> {
  // To one receiver, the deliveries of one conversation go out one after the other.
  const requests = Array.from({ length: CONVERSATIONS }, loads.create);
  const load = { requests, connections: CONNECTIONS, seconds };
  const webhook = { url: `https://127.0.0.1:${receivers.ports[0]}/`, subscriptions: ['message_created'] };
  for (const { url } of [hooked.server, hooked.watched]) await postTo(url, token, '/webhooks', { webhook });
  const servers = [hooked.server, hooked.watched, plain.server, plain.watched];
  for (const server of servers) await warmUp(server, token, [loads.create()]);

  const received: number[] = [];
  const withWebhook = async () => {
    await receivers.ask();
    const [figures, { count }] = await Promise.all([
      measure(hooked.server, token, load),
      pause(seconds * 1000).then(() => receivers.ask()),
    ]);
    received.push(count / seconds);
    return figures;
  };
  const measured = await inTurns(rounds, withWebhook, () => measure(plain.server, token, load));
  const turnWith = await measureStall(hooked.watched, token, load);
  const turnWithout = await measureStall(plain.watched, token, load);

  printHead([
    'message create, 32 connections',
    'requests/s',
    'p99',
    'of the same without',
    'received/s',
    'CPU',
    'written',
    'longest stall',
  ]);
  print(
    'with one webhook',
    middle(measured.map(([one]) => one)),
    [share(ratio(measured, 'rate')), whole(median(received))],
    turnWith,
  );
  print('without', middle(measured.map(([, other]) => other)), ['1', ''], turnWithout);
}

function print(what: string, { rate, p99, cpuUs, written }: Figures, cells: string[], turn: Turn | null): void {
  printRow([what, whole(rate), `${p99} ms`, ...cells, `${whole(cpuUs)} µs`, kilobytes(written), stall(turn)]);
}
