import { startWorker } from '../assets.ts';
import { pictureDecoder } from './decoder.ts';
import type { Task } from './shrink.ts';

/** The worker's script in the single executable (bin/build.ts). */
const WORKER_ASSET = 'dist/shrink-worker.js';

let last: Promise<unknown> = Promise.resolve();

/** Runs the work, or refuses to by throwing. */
type Guard = (work: () => Promise<Uint8Array>) => Promise<Uint8Array>;

/**
 * As `shrink`, in a separate thread, so that requests are served meanwhile. This process shrinks pictures one at a time,
 * because a large picture takes hundreds of megabytes: `guard` runs the work in its turn. Aborting `signal` ends the running
 * thread at once; a waiting picture is refused in its turn.
 * @throws Error when the picture cannot be read, is too large, takes longer than `timeoutMs` in its turn, or `signal` is
 *   aborted; any error of `guard`
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
