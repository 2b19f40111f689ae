import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from './options.ts';
import { type Figures, measure } from './support/figures.ts';
import * as loads from './support/loads.ts';
import { BINARY, createAccount, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { middle } from './support/rounds.ts';
import { postTo, seed } from './support/seed.ts';
import { kilobytes, printHead, printMachine, printRow, share, whole } from './support/tables.ts';
import { warmUp } from './support/warm-up.ts';

const CONNECTIONS = 32;
/** In which messages are created. */
const CONVERSATIONS = 96;
/** How many active rules wait for a new message. */
const COUNTS = [0, 1, 50];

type Side = { count: number; server: Server; token: string; measured: Figures[] };

/** Creates messages in accounts with no automation rule, with one and with fifty, in turns, and prints. No message meets their conditions. */
export async function benchRules({ seconds, rounds }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const sides: Side[] = [];
  try {
    for (const count of COUNTS) sides.push(await start(join(folder, String(count)), count));
    const requests = Array.from({ length: CONVERSATIONS }, loads.create);
    for (const { server, token } of sides) await warmUp(server, token, [loads.create()]);
    for (let round = 0; round < rounds; round += 1) {
      for (const { server, token, measured } of round % 2 === 0 ? sides : sides.toReversed()) {
        measured.push(await measure(server, token, { requests, connections: CONNECTIONS, seconds }));
      }
    }
  } finally {
    for (const { server } of sides) await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
  print(sides, `median of ${rounds} rounds of ${seconds} s each`);
}

async function start(dataDir: string, count: number): Promise<Side> {
  const installation = { dataDir, env: UNLIMITED };
  const token = await createAccount(BINARY, installation);
  const server = await serve(BINARY, installation);
  await seed(server.url, token);
  for (let number = 1; number <= count; number += 1) {
    await postTo(server.url, token, '/automation_rules', {
      name: `Rule ${number}`,
      event_name: 'message_created',
      conditions: [
        { attribute_key: 'content', filter_operator: 'contains', values: [`word${number}`], query_operator: 'AND' },
        { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null },
      ],
      actions: [{ action_name: 'change_priority', action_params: ['high'] }],
    });
  }
  return { count, server, token, measured: [] };
}

function print(sides: Side[], how: string): void {
  printMachine(how);
  printHead(['message create, 32 connections', 'requests/s', 'p50', 'p99', 'of that without', 'CPU', 'written']);
  const without = middle(sides[0]?.measured ?? []);
  for (const { count, measured } of sides) {
    const { rate, p50, p99, cpuUs, written } = middle(measured);
    const what = `${count} active rule${count === 1 ? '' : 's'}`;
    printRow([
      what,
      whole(rate),
      `${p50} ms`,
      `${p99} ms`,
      share(rate / without.rate),
      `${whole(cpuUs)} µs`,
      kilobytes(written),
    ]);
  }
}
