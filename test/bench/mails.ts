/**
 * Measures how mailboxes are read by IMAP, beside a steady load of new messages:
 *   npm run build && npm run bench -- --mails
 */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { startMailboxes } from './support/mails/mailboxes.ts';
import { mostMemoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { openConversation, postTo } from './support/seed.ts';
import { printHead, printRow, whole } from './support/tables.ts';
import { readCpuUs } from './support/usage.ts';
import { type Installed, withInstallation } from './support/with-installation.ts';

const MAILBOXES = 20;
/** New messages, as steady as people write them. */
const MESSAGES_PER_SECOND = 50;
/** For how long they are created when nothing else happens. */
const ALONE_MS = 10_000;
const LOOK_MS = 500;
/** The longest that reading all mails, and the slowest of 100 new messages, should take. */
const MOST = { minutes: 5, p99Ms: 100 };

const SETTINGS = { ...UNLIMITED, PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8' };

/** Has `mails` mails read, from 20 mailboxes that are connected at once, and prints how long that took. */
export function benchMails(program: Program, mails: number): Promise<void> {
  return withInstallation(program, SETTINGS, async (installed) => {
    const each = Math.ceil(mails / MAILBOXES);
    const mailboxes = await startMailboxes(MAILBOXES, each);
    const { ports } = mailboxes;
    const server = await serve(program, installed.installation);
    try {
      const conversation = await openConversation(server.url, installed.token);
      const create = () => postTo(server.url, installed.token, `/conversations/${conversation}/messages`, MESSAGE);
      const alone = await createUntil(create, pause(ALONE_MS));
      const cpuUs = readCpuUs(server.pid);
      const started = performance.now();
      for (const index of ports.keys()) {
        const channel = { type: 'email', ...mailboxes.channel(index) };
        await postTo(server.url, installed.token, '/inboxes', { name: `Mail ${index}`, channel });
      }
      const stages = untilRead(installed, each * ports.length);
      const beside = await createUntil(create, stages);
      print(each * ports.length, started, await stages, { cpuUs: readCpuUs(server.pid) - cpuUs, server });
      printHead([`${MESSAGES_PER_SECOND} new messages a second`, 'p50', 'p99', 'aim: p99']);
      printTimes('alone', alone);
      printTimes('while the mails are read', beside);
    } finally {
      await stop(server);
      mailboxes.end();
    }
  });
}

const MESSAGE = { content: 'A message of the usual length, for the bench.', message_type: 'outgoing' };

/** When all mails had been stored, and when all had become messages. */
type Stages = { storedAt: number; doneAt: number };

/** Counts by an index alone: new messages are timed in this process, which must not stop while bodies of mails are read. */
async function untilRead({ installation }: Installed, mails: number): Promise<Stages> {
  const database = new Database(join(installation.dataDir, 'parley.db'), { readonly: true });
  const count = database.prepare<[], { stored: number; ended: number }>(
    'select count(*) as stored, count(ended_at) as ended from received_events',
  );
  const stages = { storedAt: 0, doneAt: 0 };
  while (stages.doneAt === 0) {
    await pause(LOOK_MS);
    const { stored, ended } = count.get()!;
    if (stored >= mails) stages.storedAt ||= performance.now();
    if (ended >= mails) stages.doneAt = performance.now();
  }
  const failed = database.prepare("select count(*) from received_events where status = 'failed'").pluck().get();
  database.close();
  if (failed !== 0) throw new Error(`${failed} mails could not be read`);
  return stages;
}

/** Creates messages at a steady rate, whether or not those before have been answered. Gives the milliseconds that each took. */
async function createUntil(create: () => Promise<unknown>, end: Promise<unknown>): Promise<number[]> {
  const state = { ended: false };
  void end.finally(() => (state.ended = true)).catch(() => {});
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  for (let next = performance.now(); !state.ended; next += 1000 / MESSAGES_PER_SECOND) {
    await pause(next - performance.now());
    underWay.push(timed(create).then((ms) => void times.push(ms)));
  }
  await Promise.all(underWay);
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function print(
  mails: number,
  started: number,
  { storedAt, doneAt }: Stages,
  { cpuUs, server }: { cpuUs: number; server: Server },
): void {
  const seconds = (at: number) => `${((at - started) / 1000).toFixed(1)} s`;
  printHead([
    `${whole(mails)} mails in ${MAILBOXES} mailboxes`,
    'stored',
    'all are messages',
    'CPU a mail',
    'memory at most',
    'aim',
  ]);
  const memory = `${whole(mostMemoryOf(server.pid))} MB`;
  printRow([
    'read',
    seconds(storedAt),
    seconds(doneAt),
    `${whole(cpuUs / mails)} µs`,
    memory,
    `${MOST.minutes} min for 20,000`,
  ]);
}

function printTimes(what: string, times: number[]): void {
  const share = (part: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Infinity;
  printRow([what, `${Math.round(share(0.5))} ms`, `${Math.round(share(0.99))} ms`, `${MOST.p99Ms} ms`]);
}
