import type { ImapFlowOptions } from 'imapflow';
import { getCACertificates } from 'node:tls';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../../assets.ts';
import { MINUTE, SECOND } from '../../../../time.ts';
import { Excess, RefusedLogin, ThreadEnded } from '../failures.ts';
import { ImapConnection } from './imap-connection.ts';
import {
  type Asked,
  MARK,
  type Opened,
  type Problem,
  type Step,
  type StepName,
  type Steps,
  type Told,
} from './protocol.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/imap-worker.js';
const MOST_MEGABYTES = 512;
/** How often it is looked at whether the thread goes on, while it has connections. */
const LOOK_MS = SECOND / 2;
/** How long what one server sends may keep the thread from all else: the time of the processor, and that of the clock. */
const LONGEST_WORK_MS = 10 * SECOND;
const LONGEST_MS = 2 * MINUTE;
/** The thread ends when it has had no connection for so long. */
const IDLE_MS = MINUTE;

/** A connection, with the steps that it has not answered yet; `failure`: why it takes none any more. */
type Line = { id: number; isOpen: boolean; failure: Error | null; waiting: Map<number, Waiting> };
type Waiting = { resolve(answer: unknown): void; reject(error: Error): void };

/**
 * A thread with connections to IMAP servers: reading what a server sends may take more time or memory than the process has. It is
 * started when it is needed, and ended when what one server sends keeps it from all else; the connections of others end with it.
 */
export class ImapThread {
  #worker: Worker | null = null;
  #marks: Int32Array = new Int32Array(0);
  #trusted: string[] = [];
  #last = 0;
  readonly #lines = new Map<number, Line>();
  #idle: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  readonly #lookMs: number;
  readonly #longestWorkMs: number;

  constructor({ lookMs = LOOK_MS, longestWorkMs = LONGEST_WORK_MS } = {}) {
    this.#lookMs = lookMs;
    this.#longestWorkMs = longestWorkMs;
  }

  /**
   * A connection that is signed in; it ends at once when `signal` is aborted. It has to be closed in any case.
   * @throws RefusedLogin; Excess; ThreadEnded; Error when the server cannot be reached
   */
  async open(server: ImapFlowOptions, signal: AbortSignal): Promise<ImapConnection> {
    signal.throwIfAborted();
    const worker = this.#begin();
    const line: Line = { id: this.#next(), isOpen: true, failure: null, waiting: new Map() };
    this.#lines.set(line.id, line);
    const close = () => {
      signal.removeEventListener('abort', close);
      this.#close(worker, line);
    };
    signal.addEventListener('abort', close);
    const ask = <Name extends StepName>(name: Name, input: Steps[Name]['input']) =>
      this.#ask(worker, line, { name, input } as Step) as Promise<Steps[Name]['answer']>;
    try {
      const signedIn = await ask('signIn', server);
      return new ImapConnection(signedIn, { ask, close, isOpen: () => line.isOpen });
    } catch (error) {
      close();
      throw error;
    }
  }

  #next(): number {
    this.#last = (this.#last + 1) % 2 ** 31 || 1;
    return this.#last;
  }

  /** The thread, which trusts the certificates that this process trusts now. */
  #begin(): Worker {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    const trusted = getCACertificates('default');
    if (trusted !== this.#trusted) post(worker, { trusted });
    this.#trusted = trusted;
    worker.ref();
    this.#watch ??= this.#watchOver(worker);
    return worker;
  }

  #start(): Worker {
    this.#trusted = getCACertificates('default');
    this.#marks = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
    const workerData = { trusted: this.#trusted, marks: this.#marks } satisfies Opened;
    const options = { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } };
    const worker = startWorker(WORKER_ASSET, new URL('imap-worker.ts', import.meta.url), options);
    worker.on('message', (told: Told) => {
      if (this.#worker === worker) this.#told(told);
    });
    worker.on('error', () => this.#end(worker));
    worker.on('exit', () => this.#end(worker));
    this.#worker = worker;
    return worker;
  }

  async #ask(worker: Worker, { id: connection, failure, waiting }: Line, step: Step): Promise<unknown> {
    if (failure) throw failure;
    const id = this.#next();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    post(worker, { connection, id, step });
    try {
      return await promise;
    } finally {
      waiting.delete(id);
    }
  }

  #told(told: Told): void {
    const line = this.#lines.get(told.connection);
    if (!line) return;
    if ('closed' in told) {
      line.isOpen = false;
      return;
    }
    const waiting = line.waiting.get(told.id);
    if ('problem' in told) waiting?.reject(errorOf(told.problem));
    else waiting?.resolve(told.answer);
  }

  #close(worker: Worker, line: Line): void {
    if (!this.#lines.delete(line.id)) return;
    fail(line, new Error('the connection was closed'));
    post(worker, { connection: line.id, close: true });
    if (this.#lines.size > 0) return;
    this.#stopWatching();
    worker.unref();
    this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
  }

  /** Ends the thread as soon as it works for too long on what one server has sent. */
  #watchOver(worker: Worker): NodeJS.Timeout {
    let work = 0;
    let since = 0;
    let before: NodeJS.CpuUsage | null = null;
    const look = async () => {
      const [now, connection] = [Atomics.load(this.#marks, MARK.work), Atomics.load(this.#marks, MARK.connection)];
      if (connection === 0 || now !== work || before === null) {
        [work, since] = [now, performance.now()];
        before = connection === 0 ? null : await worker.cpuUsage();
        return;
      }
      const { user, system } = await worker.cpuUsage(before);
      const isSame = now === Atomics.load(this.#marks, MARK.work) && Atomics.load(this.#marks, MARK.connection) !== 0;
      const isLong = (user + system) / 1000 > this.#longestWorkMs || performance.now() - since > LONGEST_MS;
      if (isSame && isLong) this.#end(worker);
    };
    // It fails where the thread ends meanwhile.
    return setInterval(() => void look().catch(() => {}), this.#lookMs).unref();
  }

  #stopWatching(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Ends the thread, and fails what is under way there; the connection for which it works has failed by its server. */
  #end(worker: Worker): void {
    if (this.#worker !== worker) return;
    const atWork = Atomics.load(this.#marks, MARK.connection);
    this.#worker = null;
    clearTimeout(this.#idle);
    this.#stopWatching();
    for (const line of this.#lines.values()) {
      const isCause = line.id === atWork;
      fail(line, isCause ? tooMuchWork() : new ThreadEnded('the thread with the connection has ended'));
    }
    this.#lines.clear();
    void worker.terminate();
  }
}

function fail(line: Line, failure: Error): void {
  line.isOpen = false;
  line.failure = failure;
  for (const { reject } of line.waiting.values()) reject(failure);
}

const tooMuchWork = () => new Excess('reading what the server sends takes too much time or memory');

function errorOf({ is, message, facts }: Problem): Error {
  if (is === 'excess') return new Excess(message);
  return Object.assign(is === 'refused' ? new RefusedLogin(message) : new Error(message), facts);
}

function post(worker: Worker, asked: Asked): void {
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(asked);
}
