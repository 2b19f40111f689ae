import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_OUTPUT = 1;
/** The most characters that wait for a slow reader or a full disk; further lines are dropped. */
const MOST_WAITING = 4 * 2 ** 20;
/** How long a line waits for others, to be written together with them: each write wakes another thread. */
const GATHERING_MS = 10;
/** Pause before a line that could not be written is tried again. */
const PAUSE_MS = 500;
/** How long the process waits for a reader before it ends. */
const LONGEST_FLUSH_MS = 500;

/** Output of log lines. Errors of writing do not stop the server. */
export type LogOutput = DestinationStream & {
  /** Writes waiting lines before the process aborts, as far as possible. */
  flushSync(): void;
  /** Waits until all lines are written, at most half a second; the rest stays unwritten. */
  flush(): Promise<void>;
};

/**
 * Output to the file descriptor `file` without blocking. pino's own destination ends the process on a full disk, or
 * blocks until there is space. Here up to 4 MiB of lines wait; further ones are dropped, since the oldest tell how the
 * trouble began, and a line says how many were. When the reader has closed the pipe, all are.
 */
export function openLogOutput(file = STANDARD_OUTPUT): LogOutput {
  let waiting: string[] = [];
  let size = 0;
  let leftOut = 0;
  /** The unwritten rest of the lines before `waiting`. */
  let rest = Buffer.alloc(0);
  let isWriting = false;
  let isGone = false;
  let planned: NodeJS.Timeout | null = null;
  const emptied = new Set<() => void>();

  function take(): Buffer {
    if (rest.length > 0) return rest;
    const gap = { level: 'warn', count: leftOut, msg: 'lines were left out here' };
    if (leftOut > 0) waiting.push(`${JSON.stringify(gap)}\n`);
    rest = Buffer.from(waiting.join(''));
    [waiting, size, leftOut] = [[], 0, 0];
    return rest;
  }

  function plan(): void {
    planned ??= setTimeout(writeNext, GATHERING_MS);
  }

  function writeNext(): void {
    if (planned) clearTimeout(planned);
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
    // The reader has closed the pipe.
    isGone ||= error?.code === 'EPIPE';
    rest = rest.subarray(written);
    if (rest.length > 0 || waiting.length === 0 || emptied.size > 0) writeNext();
    else plan();
  }

  return {
    write(line) {
      if (isGone) return;
      if (size + line.length > MOST_WAITING) leftOut += 1;
      else {
        waiting.push(line);
        size += line.length;
      }
      plan();
    },
    flushSync() {
      const lines = waiting.join('');
      [waiting, size] = [[], 0];
      try {
        writeSync(file, lines);
      } catch {
        // There is nowhere to report it.
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
