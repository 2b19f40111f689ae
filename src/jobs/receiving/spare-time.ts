import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The share of the time in which the event loop worked; above it, requests wait for each other. */
const BUSY = 0.5;
const LOOK_MS = 10;

let seen = performance.eventLoopUtilization();
let seenAt = performance.now();
let isBusy = false;

/**
 * Waits while the event loop has no time to spare, at most so many milliseconds: for work in the background of which much
 * may have come at once, so that requests go before.
 */
export async function spareTime(longestMs: number): Promise<void> {
  const end = performance.now() + longestMs;
  while (look() && performance.now() < end) await sleep(LOOK_MS);
}

/** Whether the event loop was busy lately. */
function look(): boolean {
  const now = performance.now();
  if (now - seenAt < LOOK_MS) return isBusy;
  isBusy = performance.eventLoopUtilization(seen).utilization > BUSY;
  seen = performance.eventLoopUtilization();
  seenAt = now;
  return isBusy;
}
