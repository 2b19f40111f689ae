import { parentPort, workerData } from 'node:worker_threads';
import { shrink, type Task } from './shrink.ts';

// The worker thread: it gets one picture, and posts the smaller one.

const { task, decoder } = workerData as { task: Task; decoder: Uint8Array<ArrayBuffer> };
// An error ends the thread, which passes it on. The disabled rule is for browser windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
void shrink(task, decoder).then((small) => parentPort?.postMessage(small));
