import { limitAfter, pauseAfter, RequestError } from '../../kit/request.ts';
import type { FileInfo } from '../store/files.ts';
import type { Keeper } from '../store/keeper.ts';
import type { Outbox, Outgoing } from '../store/outbox.ts';
import type { ConsoleApi } from './api.ts';
import { formOf } from './form-of.ts';

/** A request that is older when the connection is back hangs on the lost one. */
const HANGING_MS = 1000;
/** Files may be slow: a message with some hangs when nothing of it moves for so long after the connection is back. */
const FILES_HANGING_MS = 5000;

/** A request that is on its way; `moves` counts how often some of its files went. */
type Sending = { key: string; since: number; moves: number; abort: AbortController; done: Promise<void> } & {
  /** Ends it, if it hangs. */
  end?: ReturnType<typeof setTimeout>;
};

/** Before all events. */
const UNKNOWN = -1;

export type SenderOptions = {
  api: ConsoleApi;
  /** Has the files. */
  keeper: Keeper;
  outbox: Outbox;
  /** The number of the last event that is known, which an answer is sure to include. */
  asOf: () => number;
  answered: (entry: Outgoing, answer: unknown, asOf: number) => void;
  /** The server refuses it; a message waits for the user then, anything else is taken back. */
  refused: (entry: Outgoing, error: RequestError) => void;
  /** So much of a message with files is sent, 0 to 1. */
  progressed: (key: string, share: number) => void;
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
export function createSender({ api, keeper, outbox, asOf, answered, refused, progressed }: SenderOptions): Sender {
  const sending = new Map<number, Sending>();
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
  // Files that were taken back are not sent to their end.
  outbox.follow(({ key, conversationId, message }, isThere) => {
    const now = sending.get(conversationId);
    if (!isThere && message?.files && now?.key === key) now.abort.abort();
  });

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
    const { key, conversationId: id } = entry;
    const now: Sending = { key, since: Date.now(), moves: 0, abort, done: Promise.resolve() };
    sending.set(id, now);
    now.done = attempt(entry, now).finally(() => {
      clearTimeout(now.end);
      sending.delete(id);
      flush();
    });
  }

  async function attempt({ key, conversationId: id }: Outgoing, now: Sending): Promise<void> {
    const entry = await outbox.kept(key);
    if (!entry || entry.problem) return outbox.reload();
    const number = begun.get(key) ?? asOf();
    begun.set(key, number);
    const limitMs = limitAfter(failures.get(id) ?? 0);
    try {
      const { signal } = now.abort;
      const answer = entry.message?.files
        ? await upload(entry, entry.message.files, now)
        : await api.request<unknown>(entry.method, entry.path, { body: entry.body, key, signal, limitMs });
      failures.delete(id);
      begun.delete(key);
      answered(entry, answer, number);
      await outbox.remove(key);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await giveUp(entry, error);
    }
  }

  async function upload({ key, path, body }: Outgoing, files: readonly FileInfo[], now: Sending): Promise<unknown> {
    const form = await formOf(keeper, body, files);
    return api.postForm(path, {
      form,
      key,
      signal: now.abort.signal,
      sent(share) {
        now.moves += 1;
        progressed(key, share);
      },
    });
  }

  async function giveUp(entry: Outgoing, error: RequestError): Promise<void> {
    const { key, conversationId: id } = entry;
    // Taken back, or its own event came before the answer.
    if (isStopped || !outbox.find(key)) return;
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

  function endIfHanging(now: Sending): void {
    const { key, since, moves, abort } = now;
    const hasFiles = outbox.find(key)?.message?.files !== undefined;
    clearTimeout(now.end);
    now.end = setTimeout(
      () => {
        if (!hasFiles || now.moves === moves) abort.abort();
      },
      hasFiles ? FILES_HANGING_MS : Math.max(0, since + HANGING_MS - Date.now()),
    );
  }

  return {
    flush,
    takeOver() {
      for (const { key } of outbox.entries.peek()) begun.set(key, UNKNOWN);
      flush();
    },
    isBack() {
      for (const id of pauses.keys()) resume(id);
      for (const now of sending.values()) endIfHanging(now);
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
