import { parentPort, workerData } from 'node:worker_threads';
import { shrink, type Task } from './shrink.ts';

// What a thread of its own runs: it gets one picture, and hands back the smaller one.

// The rule is about windows of browsers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(shrink(workerData as Task));
