/**
 * Loaded into a server before its program (watched.ts): follows the event loop of the main thread, and tells the parent,
 * when asked, of its longest turns since the last question.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * The milliseconds of the longest turn, without those in which others had the processor; and the most processor time that
 * a turn took. What lies between was spent waiting, mostly for the disk.
 */
export type Turn = { ms: number; cpuMs: number };

/** Turns within this time count as one: to read the clocks takes 3 µs. */
const TOGETHER_MS = 1;

const { nodeTiming } = performance;
const schedule = openSchedule();
const text = Buffer.alloc(64);
let longest: Turn = { ms: 0, cpuMs: 0 };
let ended = performance.now();
/** All milliseconds that the loop has waited for something to do. */
let idle = nodeTiming.idleTime;
let cpu = process.threadCpuUsage();
let queued = queuedMs();

function endTurn(): void {
  const now = performance.now();
  if (now - ended >= TOGETHER_MS) note(now);
  // Runs at the end of each turn, and does not make the loop turn.
  setImmediate(endTurn).unref();
}

function note(now: number): void {
  const idleNow = nodeTiming.idleTime;
  const cpuNow = process.threadCpuUsage();
  const queuedNow = queuedMs();
  const cpuMs = (cpuNow.user + cpuNow.system - cpu.user - cpu.system) / 1000;
  // Where the loop was idle first, the wait for a processor after that is in both.
  const ms = Math.max(cpuMs, now - ended - (idleNow - idle) - (queuedNow - queued));
  longest = { ms: Math.max(longest.ms, ms), cpuMs: Math.max(longest.cpuMs, cpuMs) };
  ended = now;
  idle = idleNow;
  cpu = cpuNow;
  queued = queuedNow;
}

/** All milliseconds that this thread was ready to run and had no processor. */
function queuedMs(): number {
  if (schedule === null) return 0;
  const length = readSync(schedule, text, 0, text.length, 0);
  return Number(text.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}

/** Null where the kernel does not count that. */
function openSchedule(): number | null {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return null;
  }
}

if (isMainThread && process.send) {
  setImmediate(endTurn).unref();
  process.on('message', () => {
    process.send?.(longest);
    longest = { ms: 0, cpuMs: 0 };
  });
  process.channel?.unref();
}
