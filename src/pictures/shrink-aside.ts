import { startWorker } from '../assets.ts';
import { pictureDecoder } from './decoder.ts';
import type { Task } from './shrink.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/shrink-worker.js';

let last: Promise<unknown> = Promise.resolve();

/** Runs the work, or refuses to by throwing. */
type Guard = (work: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/**
 * As `shrink`, in a thread of its own, so that requests are served meanwhile. This process shrinks one picture at a
 * time, because a large one takes hundreds of megabytes: `guard` runs the work when its turn has come. When
 * `signal` is aborted, the running thread is ended at once; a picture that waits is refused when its turn comes.
 * @throws Error when the picture cannot be read, is too large, takes longer than `timeoutMs` once its turn has come, or
 *   `signal` is aborted; and what `guard` throws
 */
export function shrinkAside(task: Task, timeoutMs: number, signal: AbortSignal, guard: Guard): Promise<Uint8Array> {
  const shrunk = last.then(() =>
    guard(() => inThread(task, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))),
  );
  last = shrunk.catch(() => {});
  return shrunk;
}

async function inThread(task: Task, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const options = { workerData: { task, decoder: pictureDecoder() }, execArgv: [] };
  const worker = startWorker(WORKER_ASSET, new URL('shrink-worker.ts', import.meta.url), options);
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended without a picture')));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
