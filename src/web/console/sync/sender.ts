import { limitAfter, pauseAfter, RequestError } from '../../kit/request.ts';
import type { Outbox, Outgoing } from '../store/outbox.ts';
import type { ConsoleApi } from './api.ts';

/** A request that is older when the connection is back hangs on the lost one. */
const HANGING_MS = 1000;

/** Before all events. */
const UNKNOWN = -1;

export type SenderOptions = {
  api: ConsoleApi;
  outbox: Outbox;
  /** The number of the last event that is known, which an answer is sure to include. */
  asOf: () => number;
  answered: (entry: Outgoing, answer: unknown, asOf: number) => void;
  /** The server refuses it; a message waits for the user then, anything else is taken back. */
  refused: (entry: Outgoing, error: RequestError) => void;
};

export type Sender = {
  /** Sends what waits. */
  flush: () => void;
  /** Sends from now on what waits, some of which may have been sent by a tab before. */
  takeOver: () => void;
  /** The connection is back: what hangs on the lost one is sent again. */
  isBack: () => void;
  /** Resolves when nothing is being sent. */
  idle: () => Promise<void>;
  stop: () => void;
};

/** Sends the entries of each conversation in order, one at a time, until the server has or refuses each of them. */
export function createSender({ api, outbox, asOf, answered, refused }: SenderOptions): Sender {
  const sending = new Map<number, { since: number; abort: AbortController; done: Promise<void> }>();
  const failures = new Map<number, number>();
  /** Conversations that wait for another attempt. */
  const pauses = new Map<number, ReturnType<typeof setTimeout>>();
  /**
   * The last event before the first attempt of each entry: a repetition is answered as the first attempt was, whatever has happened
   * since. Earlier attempts of other tabs are not known: then nothing is.
   */
  const begun = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function flush(): void {
    if (isStopped) return;
    const heads = new Map<number, Outgoing>();
    for (const entry of outbox.entries.peek()) {
      if (!entry.problem && !heads.has(entry.conversationId)) heads.set(entry.conversationId, entry);
    }
    const now = Date.now();
    const due = [...heads.values()].filter(({ conversationId: id }) => !sending.has(id) && !pauses.has(id));
    for (const entry of due) if (entry.sendAt <= now) start(entry);
    const next = Math.min(...due.filter(({ sendAt }) => sendAt > now).map(({ sendAt }) => sendAt));
    clearTimeout(timer);
    if (next !== Infinity) timer = setTimeout(flush, next - now);
  }

  function start(entry: Outgoing): void {
    const abort = new AbortController();
    const { conversationId: id } = entry;
    const done = attempt(entry, abort.signal).finally(() => {
      sending.delete(id);
      flush();
    });
    sending.set(id, { since: Date.now(), abort, done });
  }

  async function attempt({ key, conversationId: id }: Outgoing, signal: AbortSignal): Promise<void> {
    const entry = await outbox.kept(key);
    if (!entry || entry.problem) return outbox.reload();
    const number = begun.get(key) ?? asOf();
    begun.set(key, number);
    const limitMs = limitAfter(failures.get(id) ?? 0);
    try {
      const answer = await api.request<unknown>(entry.method, entry.path, { body: entry.body, key, signal, limitMs });
      failures.delete(id);
      begun.delete(key);
      answered(entry, answer, number);
      await outbox.remove(key);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await giveUp(entry, error);
    }
  }

  async function giveUp(entry: Outgoing, error: RequestError): Promise<void> {
    const { key, conversationId: id } = entry;
    if (isStopped) return;
    if (error.isPassing || error.status === 401) {
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      if (error.status === 401) refused(entry, error);
      pauses.set(
        id,
        setTimeout(() => resume(id), pauseAfter(error, count)),
      );
      return;
    }
    failures.delete(id);
    refused(entry, error);
    const problem = { status: error.status, reason: error.message };
    await (entry.message ? outbox.put({ ...entry, problem }) : outbox.remove(key));
  }

  function resume(id: number): void {
    clearTimeout(pauses.get(id));
    pauses.delete(id);
    flush();
  }

  return {
    flush,
    takeOver() {
      for (const { key } of outbox.entries.peek()) begun.set(key, UNKNOWN);
      flush();
    },
    isBack() {
      for (const id of pauses.keys()) resume(id);
      for (const { since, abort } of sending.values()) {
        setTimeout(() => abort.abort(), Math.max(0, since + HANGING_MS - Date.now()));
      }
      flush();
    },
    async idle() {
      while (sending.size > 0) await Promise.all([...sending.values()].map(({ done }) => done));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const pause of pauses.values()) clearTimeout(pause);
      for (const { abort } of sending.values()) abort.abort();
    },
  };
}
