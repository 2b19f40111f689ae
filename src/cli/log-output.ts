import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_OUTPUT = 1;
/** Characters that wait for a slow reader, or for room on a disk; lines beyond them are left out. */
const MOST_WAITING = 4 * 2 ** 20;
/** Pause before a line is tried again that could not be written. */
const PAUSE_MS = 500;
/** How long the end of the process waits for a reader. */
const LONGEST_FLUSH_MS = 500;

/** Where the lines of a log go. What cannot be written is no reason to stop the work that it tells of. */
export type LogOutput = DestinationStream & {
  /** Writes what waits before the process breaks off, as far as that goes. */
  flushSync(): void;
  /** Waits, not for ever, until all of it is written. */
  flush(): Promise<void>;
};

/**
 * Standard output without blocking. pino's own destination ends the process when a disk is full, or stands still until it
 * is not. Here lines wait for room, and the oldest of them are kept: they tell how it began.
 */
export function openLogOutput(file = STANDARD_OUTPUT): LogOutput {
  let waiting: string[] = [];
  let size = 0;
  let leftOut = 0;
  /** What of the lines before `waiting` is not written yet. */
  let rest = Buffer.alloc(0);
  let isWriting = false;
  let isGone = false;
  let planned: NodeJS.Immediate | null = null;
  const emptied = new Set<() => void>();

  function take(): Buffer {
    if (rest.length > 0) return rest;
    const gap = { level: 'warn', count: leftOut, msg: 'lines were left out here' };
    if (leftOut > 0) waiting.push(`${JSON.stringify(gap)}\n`);
    rest = Buffer.from(waiting.join(''));
    [waiting, size, leftOut] = [[], 0, 0];
    return rest;
  }

  function writeNext(): void {
    planned = null;
    if (isWriting) return;
    const bytes = isGone ? Buffer.alloc(0) : take();
    if (bytes.length === 0) return void emptied.forEach((tell) => tell());
    isWriting = true;
    write(file, bytes, (error, written) => {
      if (error) return void setTimeout(() => goOn(error, 0), PAUSE_MS);
      goOn(null, written);
    });
  }

  function goOn(error: NodeJS.ErrnoException | null, written: number): void {
    isWriting = false;
    // Nobody reads it any more.
    isGone ||= error?.code === 'EPIPE';
    rest = rest.subarray(written);
    writeNext();
  }

  return {
    write(line) {
      if (isGone) return;
      if (size + line.length > MOST_WAITING) leftOut += 1;
      else {
        waiting.push(line);
        size += line.length;
      }
      planned ??= setImmediate(writeNext);
    },
    flushSync() {
      const lines = waiting.join('');
      [waiting, size] = [[], 0];
      try {
        writeSync(file, lines);
      } catch {
        // There is nowhere else to say it.
      }
    },
    async flush() {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        emptied.add(resolve);
        timer = setTimeout(resolve, LONGEST_FLUSH_MS);
        writeNext();
      });
      clearTimeout(timer);
    },
  };
}
