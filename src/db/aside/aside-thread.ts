import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../assets.ts';
import { ConnectionError } from '../faults.ts';
import { ConnectionQueue } from '../drivers/connection-queue.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/aside-worker.js';
/** How long a statement waits at most for those before it. */
const WAIT_MS = 30_000;
/** The thread ends when it has had nothing to do for so long. */
const IDLE_MS = 60_000;

/** What the worker opens; 1 in `end` ends the statement under way. */
export type Opened = { path: string; nativeBinding: string | undefined; end: Int32Array };
/** A statement that reads, with its values as SQLite takes them, and how long it may take. */
export type Read = { sql: string; parameters: unknown[]; mostMs: number };
/** A statement that writes, with its values as SQLite takes them; a transaction of its own, which is not synced. */
export type Write = { sql: string; parameters: unknown[]; writes: true };
/** A statement or a checkpoint. */
export type Asked = Read | Write | { checkpoint: true };
/**
 * The rows of a statement that reads, how many rows one that writes has changed, or what SQLite says of a checkpoint,
 * serialized by `node:v8`; null = it failed; 'too long' = it was ended.
 */
export type Answer = Uint8Array | 'too long' | null;

type Waiting = { resolve(answer: Answer): void; reject(error: Error): void };

/**
 * A thread with its own connections to the SQLite file, for what would keep the usual one for long. It is started when it
 * is first needed, and again when it has ended.
 */
export class AsideThread {
  readonly #file: Omit<Opened, 'end'>;
  readonly #queue = new ConnectionQueue();
  #worker: Worker | null = null;
  #waiting: Waiting | null = null;
  #ending: Int32Array | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  readonly #idleMs: number;

  constructor(path: string, nativeBinding?: string, idleMs = IDLE_MS) {
    this.#file = { path, nativeBinding };
    this.#idleMs = idleMs;
  }

  /** Whether it has been started, and has not ended. */
  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Whether it is doing something. */
  get isBusy(): boolean {
    return !this.#queue.isFree;
  }

  /**
   * Runs one request after the other.
   * @throws ConnectionError `busy` when others took too long, and after `close`; Error when the thread cannot be started,
   *   or ends meanwhile
   */
  async ask(asked: Asked): Promise<Answer> {
    await this.#queue.enter(performance.now() + WAIT_MS);
    try {
      if (this.#isClosed) throw closed();
      return await this.#post(asked);
    } finally {
      this.#waiting = null;
      this.#worker?.unref();
      this.#queue.leave();
      if (!this.isBusy) this.#endLater();
    }
  }

  /**
   * Ends the thread and, if possible, the statement under way (`goesOn` in dialect.ts); all callers are told at once.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    if (this.#ending) Atomics.store(this.#ending, 0, 1);
    this.#end(closed());
    await worker?.terminate();
  }

  /** Ends the thread unless it gets something to do. The next use starts it again. */
  #endLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), this.#idleMs).unref();
  }

  #post(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      this.#waiting = { resolve, reject };
      clearTimeout(this.#idle);
      // The process must not end before the answer.
      this.#worker.ref();
      // The disabled rule is for browser windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      this.#worker.postMessage(asked);
    });
  }

  #start(): Worker {
    const end = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    this.#ending = end;
    const options = { workerData: { ...this.#file, end } satisfies Opened, execArgv: [] };
    const worker = startWorker(WORKER_ASSET, new URL('aside-worker.ts', import.meta.url), options);
    const ended = (error: Error) => {
      if (this.#worker === worker) this.#end(error);
    };
    worker.on('message', (answer: Answer) => {
      // A request that waits now may be waiting for a later thread.
      if (this.#worker === worker) this.#waiting?.resolve(answer);
    });
    worker.on('error', ended);
    worker.on('exit', () => ended(new Error('the thread has ended')));
    return worker;
  }

  /** Forgets the thread, and tells who waits for its answer. */
  #end(error: Error): void {
    clearTimeout(this.#idle);
    this.#worker = null;
    this.#waiting?.reject(error);
  }
}

const closed = () => new ConnectionError('busy', 'the thread was closed');
