import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../assets.ts';
import { MINUTE, SECOND } from '../../../time.ts';
import type { WrittenFile } from './mail-files.ts';
import type { MailPlace } from './mail-place.ts';
import type { ReadMail } from './read-mail.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/read-mail-worker.js';
const MEGABYTE = 1024 * 1024;
/** Most processor time for a mail of `size` bytes; 25 MB usually take a second. */
const longestMs = (size: number) => 2 * SECOND + SECOND * (size / MEGABYTE);
/** Real time may exceed processor time by this factor on a busy machine. */
const MOST_TIMES = 10;
const MOST_MEGABYTES = 512;
/** The thread ends when it has had nothing to do for so long. */
const IDLE_MS = MINUTE;

/** The worker's answer: the mail, or the reason why it is none; `syscall`: what the operating system did not do. */
export type MailAnswer = { mail: ReadMail<WrittenFile> } | { problem: string; syscall: string | undefined };

/** That a mail was not read, because that takes too much time or memory. */
export class Unread extends Error {}

/** A thread that reads mails one after the other, started with the first mail. */
export class ReadingThread {
  private worker: Worker | null = null;
  private idle: NodeJS.Timeout | undefined;
  private readonly longestMs: (size: number) => number;

  /** `longest` gives the milliseconds that a mail of so many bytes may take. */
  constructor(longest = longestMs) {
    this.longestMs = longest;
  }

  /** Reads one mail at a time, and writes the files in it. @throws Unread; Error when it is no mail, or the disk refuses */
  async read(place: MailPlace): Promise<ReadMail<WrittenFile>> {
    clearTimeout(this.idle);
    const { size } = await stat(place.path);
    this.worker ??= await this.start();
    const answer = await answerOf(this.worker, place, this.longestMs(size)).catch((error: unknown) => {
      this.end();
      throw isOutOfMemory(error) ? new Unread(`reading it takes more than ${MOST_MEGABYTES} MB`) : error;
    });
    this.worker?.unref();
    this.idle = setTimeout(() => this.end(), IDLE_MS).unref();
    if ('problem' in answer) throw errorOf(answer);
    return answer.mail;
  }

  private async start(): Promise<Worker> {
    const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } };
    const worker = startWorker(WORKER_ASSET, new URL('read-mail-worker.ts', import.meta.url), options);
    worker.on('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    // Nothing is done about it here: what waits for an answer is told of it, too.
    worker.on('error', () => {});
    await once(worker, 'online');
    return worker;
  }

  private end(): void {
    void this.worker?.terminate();
    this.worker = null;
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** An error of the operating system keeps the name of the call, by which it is known. */
const errorOf = ({ problem, syscall }: { problem: string; syscall: string | undefined }) =>
  Object.assign(new Error(problem), syscall !== undefined && { syscall });

async function answerOf(worker: Worker, place: MailPlace, limit: number): Promise<MailAnswer> {
  const answered = new AbortController();
  worker.ref();
  const message = once(worker, 'message', { signal: answered.signal });
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(place);
  try {
    const [answer] = (await Promise.race([message, tooLong(worker, limit, answered.signal)])) as [MailAnswer];
    return answer;
  } finally {
    answered.abort();
    message.catch(() => {});
  }
}

/** Throws when the thread has worked for longer than `limit` milliseconds on the mail. */
async function tooLong(worker: Worker, limit: number, signal: AbortSignal): Promise<never> {
  const begun = performance.now();
  const before = await worker.cpuUsage();
  for (let used = 0; used < limit && performance.now() - begun < limit * MOST_TIMES;) {
    await sleep(Math.max(50, limit - used), undefined, { signal, ref: false });
    const { user, system } = await worker.cpuUsage(before);
    used = (user + system) / 1000;
  }
  throw new Unread(`reading it takes longer than ${Math.round(limit / SECOND)} seconds`);
}
