import type { ImapFlow, ImapFlowError } from 'imapflow';
import { setDefaultCACertificates } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { Excess, RefusedLogin } from '../failures.ts';
import { shortenedMail } from '../shortened-mail.ts';
import type { Bounds } from './bounds.ts';
import { fetchAsked } from './fetch-asked.ts';
import { Meter } from './meter.ts';
import { openFolder } from './open-folder.ts';
import type { Asked, FetchedMail, Opened, Problem, Sized, Step, Told } from './protocol.ts';
import { signIn } from './sign-in.ts';
import { type Arrivals, watchArrivals } from './wait-for-mail.ts';

// The worker thread with the connections to IMAP servers. It gets one step after the other for each, and posts the answers.

type Connection = { client: ImapFlow; arrivals: Arrivals; bounds: Bounds };

const { trusted, marks } = workerData as Opened;
const meter = new Meter(marks);
const connections = new Map<number, Connection>();
/** Ends connections that sign in. */
const opening = new Map<number, AbortController>();

setDefaultCACertificates(trusted);
parentPort?.on('message', (asked: Asked) => {
  if ('trusted' in asked) setDefaultCACertificates(asked.trusted);
  else if ('close' in asked) close(asked.connection);
  else void answer(asked);
});

function close(connection: number): void {
  opening.get(connection)?.abort();
  connections.get(connection)?.client.close();
  connections.delete(connection);
}

async function answer({ connection, id, step }: Extract<Asked, { id: number }>): Promise<void> {
  try {
    const answered = step.name === 'signIn' ? await open(connection, step.input) : await ask(connection, step);
    tell({ connection, id, answer: answered });
  } catch (error) {
    tell({ connection, id, problem: problemOf(connections.get(connection)?.bounds.excess ?? error) });
  }
}

async function open(connection: number, server: Extract<Step, { name: 'signIn' }>['input']) {
  const controller = new AbortController();
  opening.set(connection, controller);
  try {
    const opened = await signIn(server, { connection, meter, signal: controller.signal });
    const { client } = opened;
    connections.set(connection, { ...opened, arrivals: watchArrivals(client) });
    client.on('close', () => tell({ connection, closed: true }));
    if (!client.usable) tell({ connection, closed: true });
    return { isSecure: client.secureConnection, canIdle: client.capabilities.has('IDLE') };
  } finally {
    opening.delete(connection);
  }
}

async function ask(connection: number, step: Step): Promise<unknown> {
  const found = connections.get(connection);
  if (!found) throw new Error('the connection has ended');
  const { bounds } = found;
  bounds.begin(step.name);
  const done = await take(found, step);
  // Some steps do not fail when the connection ends.
  if (bounds.excess) throw bounds.excess;
  return done;
}

async function take({ client, arrivals }: Connection, step: Step): Promise<unknown> {
  switch (step.name) {
    case 'openFolder':
      arrivals.begin();
      return openFolder(client);
    case 'search':
      return ((await client.search(step.input, { uid: true })) || null)?.toSorted((a, b) => a - b) ?? null;
    case 'sizes':
      return sizesOf(client, step.input);
    case 'mails':
      return mailsOf(client, step.input);
    case 'head':
      return headOf(client, step.input);
    case 'wait':
      return arrivals.wait(step.input);
    default:
      return client.logout();
  }
}

async function sizesOf(client: ImapFlow, uids: number[]): Promise<Sized[]> {
  const found = await fetchAsked(client, uids, { size: true, internalDate: true });
  return found.map(({ uid, size = 0, internalDate }) => ({ uid, size, internalDate: dateOf(internalDate) }));
}

async function mailsOf(client: ImapFlow, uids: number[]): Promise<FetchedMail[]> {
  const found = await fetchAsked(client, uids, { source: true });
  return found.map(({ uid, source }) => ({ uid, bytes: source ? movable(source) : null }));
}

async function headOf(client: ImapFlow, { uid, size }: { uid: number; size: number }): Promise<FetchedMail> {
  const [found] = await fetchAsked(client, [uid], { headers: true });
  return { uid, bytes: found?.headers ? movable(shortenedMail(found.headers, size)) : null };
}

/** The bytes in memory of their own, so that this can be given to the program. */
const movable = (bytes: Uint8Array) => (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes));

function dateOf(given: Date | string | undefined): Date | null {
  const date = new Date(given ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The texts of an error that say what happened. */
const FACTS = ['code', 'reason', 'responseText', 'responseStatus', 'serverResponseCode'] as const;

function problemOf(error: unknown): Problem {
  const given = error as ImapFlowError;
  const facts = FACTS.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]] as const] : []));
  const is = error instanceof Excess ? 'excess' : error instanceof RefusedLogin ? 'refused' : 'other';
  return { is, message: String(given.message), facts: Object.fromEntries(facts) };
}

function tell(told: Told): void {
  parentPort?.postMessage(told, 'answer' in told ? memoryOf(told.answer) : []);
}

/** What mails are in, which is given to the program without being copied. */
function memoryOf(answer: unknown): ArrayBuffer[] {
  const things = (Array.isArray(answer) ? answer : [answer]) as (Partial<FetchedMail> | null)[];
  return things.flatMap((thing) => (thing?.bytes ? [thing.bytes.buffer as ArrayBuffer] : []));
}
