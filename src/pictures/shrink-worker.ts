import { parentPort, workerData } from 'node:worker_threads';
import { shrink, type Task } from './shrink.ts';

// What a thread of its own runs: it gets one picture, and hands back the smaller one.

parentPort?.postMessage(shrink(workerData as Task));
