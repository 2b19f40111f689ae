import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Turn } from './watch-loop.ts';

/** Prints the head of a table in Markdown, whose columns are numbers but for the first. */
export function printHead(columns: string[]): void {
  console.log(`\n| ${columns.join(' | ')} |\n|---|${'---:|'.repeat(columns.length - 1)}`);
}

export function printRow(cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints what the figures were measured on: the load is that of the minute before. */
export function printMachine(more: string): void {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const processor = cpus()[0]?.model ?? 'unknown processor';
  console.log(
    `${availableParallelism()} × ${processor}, ${memory}, Node.js ${process.version}, load ${loadavg()[0]?.toFixed(1)}; ${more}.`,
  );
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');
export const share = (value: number) => value.toFixed(2);
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The longest turn of an event loop, and the most processor time that one took. */
export const stall = (turn: Turn | null) => (turn ? `${turn.ms.toFixed(1)} ms, CPU ${turn.cpuMs.toFixed(1)} ms` : '');
