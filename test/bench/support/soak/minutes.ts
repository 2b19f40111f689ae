import { memoryOf } from '../memory.ts';
import { pause } from '../pause.ts';
import type { Server } from '../processes.ts';
import { printHead, printRow, whole } from '../tables.ts';
import { readCpuUs } from '../usage.ts';
import type { Receivers, Sockets } from './children.ts';
import type { Ledger } from './ledger.ts';
import { type Descriptors, descriptorsOf, type Looker, threadsOf, type Waiting } from './look.ts';
import { lateness, type Metrics, readMetrics } from './metrics.ts';
import type { Report } from './receivers-process.ts';
import type { Heard } from './sockets-process.ts';
import { at } from './statistics.ts';

const LOOK_MS = 5000;
const LOOKS = 12;

/** What is noted of a minute. Sizes are megabytes, medians of the minute where there were several looks; times milliseconds. */
export type Minute = {
  own: number;
  files: number;
  /** The least of the heap that was in use, which is nearest to what is needed. */
  heap: number;
  descriptors: Descriptors;
  threads: number;
  /** Within what the event loop was late, 99 of 100 times. */
  late: number;
  /** The same, always. */
  latest: number;
  database: number;
  log: number;
  waiting: Waiting;
  /** Processors that were in use. */
  cpu: number;
  /** Of the requests, and of the deliveries to the healthy receiver. */
  times: number[];
  latencies: number[];
  heard: Heard;
};

export type Watched = {
  server: Server;
  token: string;
  looker: Looker;
  receivers: Receivers;
  sockets: Sockets;
  ledger: Ledger;
  /** Is given what the receivers got. */
  take(report: Report): void;
};

/** Notes a minute as it passes. */
export async function watchMinute(watched: Watched): Promise<Minute> {
  const { server, token, looker, receivers, sockets, ledger } = watched;
  const before = await readMetrics(server.url, token);
  const usedBefore = readCpuUs(server.pid);
  const started = performance.now();
  const looks: { own: number; files: number }[] = [];
  let last: Metrics = before;
  let heap = before.heap;
  for (let look = 1; look <= LOOKS; look += 1) {
    await pause(started + look * LOOK_MS - performance.now());
    looks.push(memoryOf(server.pid));
    last = await readMetrics(server.url, token);
    heap = Math.min(heap, last.heap);
  }
  const cpu = (readCpuUs(server.pid) - usedBefore) / 1000 / (performance.now() - started);
  const report = await receivers.ask();
  watched.take(report);
  const { database, log } = looker.megabytes();
  return {
    own: at(
      looks.map(({ own }) => own),
      0.5,
    ),
    files: at(
      looks.map(({ files }) => files),
      0.5,
    ),
    heap,
    descriptors: descriptorsOf(server.pid),
    threads: threadsOf(server.pid),
    late: lateness(before, last, 0.99),
    latest: lateness(before, last, 1),
    database,
    log,
    waiting: looker.waiting(),
    cpu,
    times: ledger.times.splice(0),
    latencies: report.latencies,
    heard: await sockets.ask(),
  };
}

export function printMinuteHead(): void {
  printHead([
    'minute',
    'own',
    'files',
    'heap',
    'sockets, files, pipes, others',
    'threads',
    'CPU',
    'loop late, p99, most',
    'database, log',
    'requests, p50, p99',
    'delivered, p50, p95, p99',
    'frames',
    'waiting: healthy, dead, slow, flaky',
    'jobs due',
    'mails, sendings, index',
  ]);
}

export function printMinute(number: number, minute: Minute): void {
  const { own, files, heap, descriptors, threads, cpu, late, latest, database, log, times, latencies, heard, waiting } =
    minute;
  const { healthy, dead, slow, flaky } = waiting.deliveries;
  const jobs = Object.entries(waiting.jobs).map(([kind, count]) => `${kind} ${count}`);
  printRow([
    String(number),
    `${own.toFixed(1)} MB`,
    `${files.toFixed(1)} MB`,
    `${heap.toFixed(1)} MB`,
    [descriptors.sockets, descriptors.files, descriptors.pipes, descriptors.others].join(', '),
    String(threads),
    cpu.toFixed(2),
    `${late} ms, ${latest} ms`,
    `${whole(database)} MB, ${whole(log)} MB`,
    [whole(times.length), ...[0.5, 0.99].map((share) => `${whole(at(times, share))} ms`)].join(', '),
    [whole(latencies.length), ...[0.5, 0.95, 0.99].map((share) => `${whole(at(latencies, share))} ms`)].join(', '),
    whole(heard.frames),
    [healthy, dead, slow, flaky].join(', '),
    jobs.join(', '),
    [waiting.received, waiting.sendings, waiting.unindexed].join(', '),
  ]);
}
