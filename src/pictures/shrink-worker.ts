import { parentPort, workerData } from 'node:worker_threads';
import { shrink, type Task } from './shrink.ts';

// What a thread of its own runs: it gets one picture, and hands back the smaller one.

const { task, decoder } = workerData as { task: Task; decoder: Uint8Array<ArrayBuffer> };
// A failure ends the thread, which hands it on.
// The rule is about windows of browsers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
void shrink(task, decoder).then((small) => parentPort?.postMessage(small));
