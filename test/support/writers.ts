import { setTimeout as sleep } from 'node:timers/promises';
import { formWith } from './files/pictures.ts';
import type { Random } from '../../bin/seed/random.ts';
import { messagesIn, type Reply, type ServedAccount } from './served-account.ts';

const SHARED_CONVERSATIONS = 4;
const LONGEST_PAUSE_MS = 1000;
const STATUSES = ['open', 'pending', 'resolved'];
const LABELS = ['billing', 'urgent', 'vip'];

/** What a server acknowledged, and so must still have after faults. */
export type Acknowledged = {
  messages: Map<number, string>;
  contacts: Map<number, string>;
  /** The contents of uploaded files, by their URLs. */
  files: Map<string, string>;
  /** Addresses to which a transcript must arrive. */
  transcripts: string[];
  /** By conversation, the values that it may have: the last acknowledged one, and those requested since then. */
  statuses: Map<number, Set<string>>;
  labels: Map<number, Set<string>>;
};

/** Clients that keep writing, whatever happens. */
export type Writers = {
  acknowledged: Acknowledged;
  /** The conversations that they write messages into. */
  conversations: { id: number }[];
  /** Answers that no fault explains, and connections that failed. */
  unexpected: string[];
  stop(): Promise<void>;
};

type Writer = { name: string; own: { id: number }; shared: { id: number }[] };
type Act = (account: ServedAccount, done: Acknowledged, writer: Writer, n: number, random: Random) => Promise<Reply>;

/**
 * Starts `count` writers, each with a conversation of its own, and with some that they share. `stop` waits for the
 * requests under way.
 */
export async function startWriters(account: ServedAccount, count: number, random: Random): Promise<Writers> {
  for (const title of LABELS) await account.call('POST', '/labels', { title });
  const shared = await Promise.all(Array.from({ length: SHARED_CONVERSATIONS }, () => account.newConversation()));
  const done: Acknowledged = {
    messages: new Map(),
    contacts: new Map(),
    files: new Map(),
    transcripts: [],
    statuses: new Map(),
    labels: new Map(),
  };
  const unexpected: string[] = [];
  const stopping = new AbortController();

  async function write(writer: Writer, first: number): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      // One act after the other, each writer beginning with another: so all of them are tried during every fault.
      const act = ACTS[(first + n) % ACTS.length]!;
      try {
        const { status, text } = await act(account, done, writer, n, random);
        if (!isExpected(status)) unexpected.push(`${act.name}: ${status} ${text}`);
      } catch (error) {
        unexpected.push(`${act.name}: ${String(error)} ${String((error as Error).cause ?? '')}`);
      }
      await sleep(random.next() * LONGEST_PAUSE_MS);
    }
  }
  const owns = await Promise.all(Array.from({ length: count }, () => account.newConversation()));
  for (const { id } of owns) {
    done.statuses.set(id, new Set(['open']));
    done.labels.set(id, new Set(['']));
  }
  const writing = owns.map((own, index) => write({ name: `writer-${index}`, own, shared }, index));

  return {
    acknowledged: done,
    conversations: shared,
    unexpected,
    async stop() {
      stopping.abort();
      await Promise.all(writing);
    },
  };
}

const isExpected = (status: number) =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 503 || status === 507;

const createMessage: Act = async (account, done, { name, shared }, n, random) => {
  const reply = await account.call('POST', messagesIn(random.pick(shared)), {
    content: `${name} message ${n}`,
    message_type: random.pick(['incoming', 'outgoing']),
  });
  if (reply.status === 201) done.messages.set(reply.body.id, `${name} message ${n}`);
  return reply;
};

const upload: Act = async (account, done, { name, shared }, n, random) => {
  const content = `${name} file ${n}\n`.repeat(1 + Math.floor(random.next() * 10_000));
  const form = formWith('attachments[]', new TextEncoder().encode(content), { message_type: 'outgoing' }, 'notes.txt');
  const reply = await account.call('POST', messagesIn(random.pick(shared)), form);
  if (reply.status === 201) done.files.set(reply.body.attachments[0].data_url, content);
  return reply;
};

const createContact: Act = async (account, done, { name }, n) => {
  const reply = await account.call('POST', '/contacts', { name: `${name} contact ${n}` });
  if (reply.status === 201) done.contacts.set(reply.body.id, `${name} contact ${n}`);
  return reply;
};

const toggleStatus: Act = async (account, done, { own }, _, random) => {
  const status = random.pick(STATUSES);
  const reply = await account.call('POST', `/conversations/${own.id}/toggle_status`, { status });
  keep(done.statuses, own.id, status, reply);
  return reply;
};

const setLabels: Act = async (account, done, { own }, _, random) => {
  const labels = LABELS.filter(() => random.next() < 0.5);
  const reply = await account.call('POST', `/conversations/${own.id}/labels`, { labels });
  keep(done.labels, own.id, labels.join(), reply);
  return reply;
};

const requestTranscript: Act = async (account, done, { name, shared }, n, random) => {
  const email = `${name}-${n}@example.com`;
  const reply = await account.call('POST', `/conversations/${random.pick(shared).id}/transcript`, { email });
  if (reply.status < 300) done.transcripts.push(email);
  return reply;
};

/** An act that is listed more often is done more often. */
const ACTS: Act[] = [
  createMessage,
  createMessage,
  createMessage,
  createMessage,
  upload,
  createContact,
  toggleStatus,
  setLabels,
  requestTranscript,
];

/** Notes that the conversation may now have the value. A request that failed may have changed it all the same. */
function keep(possible: Map<number, Set<string>>, id: number, value: string, { status }: Reply): void {
  const before = status < 300 ? [] : (possible.get(id) ?? []);
  possible.set(id, new Set([...before, value]));
}
