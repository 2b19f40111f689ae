import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../../assets.ts';
import { MINUTE, SECOND } from '../../../time.ts';
import type { ReadMail } from './read-mail.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/read-mail-worker.js';
/** A mail of 25 MB is read in about a second. */
const TIMEOUT_MS = 20 * SECOND;
const MOST_MEGABYTES = 512;
/** The thread ends when it has had nothing to do for so long. */
const IDLE_MS = MINUTE;

/** What the worker makes of a mail. */
export type MailAnswer = { mail: ReadMail } | { problem: string };

let last: Promise<unknown> = Promise.resolve();
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * As `readMail`, in a thread of its own: anybody may send a mail that takes more time or memory than the process has. One
 * mail is read at a time.
 * @throws Error when it is no mail, or reading it takes longer than 20 seconds or more than 512 MB
 */
export function readMailAside(bytes: Uint8Array): Promise<ReadMail> {
  const read = last.then(() => readInThread(bytes));
  last = read.catch(() => {});
  return read;
}

async function readInThread(bytes: Uint8Array): Promise<ReadMail> {
  clearTimeout(idle);
  thread ??= startThread();
  const answer = await answerOf(thread, bytes).catch((error: unknown) => {
    endThread();
    throw error;
  });
  thread.unref();
  idle = setTimeout(endThread, IDLE_MS).unref();
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.mail;
}

async function answerOf(worker: Worker, bytes: Uint8Array): Promise<MailAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  worker.ref();
  // The disabled rule is for browser windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(bytes);
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [MailAnswer];
    return answer;
  } catch (error) {
    throw signal.aborted ? new Error('reading it takes longer than 20 seconds') : error;
  }
}

function startThread(): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } };
  const worker = startWorker(WORKER_ASSET, new URL('read-mail-worker.ts', import.meta.url), options);
  worker.on('exit', () => {
    if (thread === worker) thread = null;
  });
  // Nothing is done about it here: what waits for an answer is told of it, too.
  return worker.on('error', () => {});
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}
