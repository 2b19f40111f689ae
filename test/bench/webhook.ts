import type { Options } from './options.ts';
import { type Figures, measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import type { Server } from './support/processes.ts';
import type { Receivers } from './support/receivers.ts';
import { inTurns, median, middle, ratio } from './support/rounds.ts';
import { postTo } from './support/seed.ts';
import { kilobytes, printHead, printRow, share, stall, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';

const CONNECTIONS = 32;
/** In which messages are created. */
const CONVERSATIONS = 96;

type Servers = { hooked: Server; plain: Server };

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
  for (const server of [hooked, plain]) await warmUp(server, token, [loads.create()]);
  const webhook = { url: `https://127.0.0.1:${receivers.ports[0]}/`, subscriptions: ['message_created'] };
  await postTo(hooked.url, token, '/webhooks', { webhook });

  const received: number[] = [];
  const withWebhook = async () => {
    await receivers.ask();
    const [figures, { count }] = await Promise.all([
      measure(hooked, token, load),
      pause(seconds * 1000).then(() => receivers.ask()),
    ]);
    received.push(count / seconds);
    return figures;
  };
  const measured = await inTurns(rounds, withWebhook, () => measure(plain, token, load));

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
  print('with one webhook', middle(measured.map(([one]) => one)), [
    share(ratio(measured, 'rate')),
    whole(median(received)),
  ]);
  print('without', middle(measured.map(([, other]) => other)), ['1', '']);
}

function print(what: string, { rate, p99, cpuUs, written, turn }: Figures, cells: string[]): void {
  printRow([what, whole(rate), `${p99} ms`, ...cells, `${whole(cpuUs)} µs`, kilobytes(written), stall(turn)]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
