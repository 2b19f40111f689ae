import { printHead, printRow, whole } from '../tables.ts';
import type { Descriptors } from './look.ts';
import type { Minute } from './minutes.ts';
import { at, slope } from './statistics.ts';

const QUARTERS = 4;
/** The aims: own pages grow by at most such a part from the second quarter to the last; the slowest of 20 deliveries. */
const MOST = { growth: 0.05, p95Ms: 200 };

/** One aim, what was found, and whether that is what was asked. */
export type Verdict = { aim: string; found: string; isMet: boolean };

export function printQuarters(minutes: Minute[]): void {
  printHead([
    'quarter',
    'own pages',
    'pages of files',
    'heap',
    'descriptors',
    'CPU',
    'loop late, p99, most',
    'requests/s',
    'p50',
    'p99',
    'delivered/s',
    'p50',
    'p95',
    'p99',
    'database',
    'log, at most',
  ]);
  quartersOf(minutes).forEach((quarter, index) => {
    const middle = (of: (minute: Minute) => number) => at(quarter.map(of), 0.5);
    const times = quarter.flatMap(({ times }) => times);
    const latencies = quarter.flatMap(({ latencies }) => latencies);
    const ms = (values: number[], share: number) => `${whole(at(values, share))} ms`;
    printRow([
      String(index + 1),
      `${middle(({ own }) => own).toFixed(1)} MB`,
      `${middle(({ files }) => files).toFixed(1)} MB`,
      `${middle(({ heap }) => heap).toFixed(1)} MB`,
      whole(middle(({ descriptors }) => descriptors.names.length)),
      middle(({ cpu }) => cpu).toFixed(2),
      `${middle(({ late }) => late)} ms, ${Math.max(...quarter.map(({ latest }) => latest))} ms`,
      whole(times.length / quarter.length / 60),
      ms(times, 0.5),
      ms(times, 0.99),
      whole(latencies.length / quarter.length / 60),
      ms(latencies, 0.5),
      ms(latencies, 0.95),
      ms(latencies, 0.99),
      `${whole(quarter.at(-1)?.database ?? 0)} MB`,
      `${whole(Math.max(...quarter.map(({ log }) => log)))} MB`,
    ]);
  });
}

const quartersOf = (minutes: Minute[]) =>
  Array.from({ length: QUARTERS }, (_, quarter) =>
    minutes.filter((_, index) => Math.floor((index * QUARTERS) / minutes.length) === quarter),
  ).filter((quarter) => quarter.length > 0);

/** Whether own pages are flat after the first quarter. */
export function judgeMemory(minutes: Minute[]): Verdict {
  const [, ...later] = quartersOf(minutes).map((quarter) => quarter.map(({ own }) => own));
  const [second, last] = [at(later[0] ?? [], 0.5), at(later.at(-1) ?? [], 0.5)];
  const hourly = slope(later.flat()) * 60;
  const heap = slope(minutes.slice(Math.ceil(minutes.length / QUARTERS)).map(({ heap }) => heap)) * 60;
  return {
    aim: `own pages: at most ${whole(MOST.growth * 100)} % more in the last quarter than in the second`,
    found: `${second.toFixed(1)} MB, then ${last.toFixed(1)} MB; fitted, ${hourly.toFixed(1)} MB an hour, the heap ${heap.toFixed(1)} MB`,
    isMet: last <= second * (1 + MOST.growth),
  };
}

export function judgeDeliveries(minutes: Minute[]): Verdict {
  const latencies = minutes.flatMap(({ latencies }) => latencies);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => at(latencies, share));
  return {
    aim: `from the request for a message to its arrival at the healthy receiver: p95 at most ${MOST.p95Ms} ms`,
    found: `${whole(latencies.length)} with p50 ${whole(p50!)} ms, p95 ${whole(p95!)} ms, p99 ${whole(p99!)} ms`,
    isMet: p95! <= MOST.p95Ms,
  };
}

/** Whether no more descriptors are open, after some time without anything to do, than there were before. */
export function judgeDescriptors(before: Descriptors, after: Descriptors): Verdict {
  const said = ({ sockets, files, pipes, others }: Descriptors) =>
    `${sockets} sockets, ${files} files, ${pipes} pipes, ${others} others`;
  return {
    aim: 'no descriptor is left open',
    found: `${said(before)} before, ${said(after)} after`,
    isMet: (['sockets', 'files', 'pipes', 'others'] as const).every((kind) => after[kind] <= before[kind]),
  };
}

export function printVerdicts(verdicts: Verdict[]): void {
  printHead(['aim', 'found', 'met']);
  for (const { aim, found, isMet } of verdicts) printRow([aim, found, isMet ? 'yes' : 'NO']);
}
