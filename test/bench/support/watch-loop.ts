/**
 * Loaded into a server before its program (watched.ts): follows the event loop of the main thread, and tells the parent,
 * when asked, of its longest turns since the last question.
 */
import { isMainThread } from 'node:worker_threads';

/**
 * The milliseconds of the longest turn, and the most processor time that one took. Where others use the processors, too,
 * turns are longer because of them; what one waits for is otherwise the disk.
 */
export type Turn = { ms: number; cpuMs: number };

const { nodeTiming } = performance;
let longest: Turn = { ms: 0, cpuMs: 0 };
let ended = performance.now();
/** All milliseconds that the loop has waited for something to do. */
let idle = nodeTiming.idleTime;
let cpu = process.threadCpuUsage();

function endTurn(): void {
  const now = performance.now();
  const idleNow = nodeTiming.idleTime;
  const cpuNow = process.threadCpuUsage();
  const ms = now - ended - (idleNow - idle);
  const cpuMs = (cpuNow.user + cpuNow.system - cpu.user - cpu.system) / 1000;
  longest = { ms: Math.max(longest.ms, ms), cpuMs: Math.max(longest.cpuMs, cpuMs) };
  ended = now;
  idle = idleNow;
  cpu = cpuNow;
  // Runs at the end of each turn, and does not make the loop turn.
  setImmediate(endTurn).unref();
}

if (isMainThread && process.send) {
  setImmediate(endTurn).unref();
  process.on('message', () => {
    process.send?.(longest);
    longest = { ms: 0, cpuMs: 0 };
  });
  process.channel?.unref();
}
