import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How long suites took on this machine: seconds, by project and path. */
export type Durations = Record<string, number>;

const FILE = 'node_modules/.cache/parley-suites.json';

/** Seconds of suites that have not run here yet, by their folders. */
const UNKNOWN: readonly [RegExp, number][] = [
  [/^test\/(durability|config|bin|web)\//, 10],
  [/^test\/(cli|backup|upgrade|mail|lmtp|resources\/webhooks)\/|^test\/(readme|outbound)\./, 6],
  [/^test\//, 2],
];

/** What former runs took; empty where there were none. */
export function readDurations(root: string): Durations {
  try {
    return JSON.parse(readFileSync(join(root, FILE), 'utf8')) as Durations;
  } catch {
    return {};
  }
}

/** Adds what suites took in a run. A suite that ran before counts by half, since the first suites of a run take longer. */
export function rememberDurations(root: string, now: Durations): void {
  const known = readDurations(root);
  for (const [suite, seconds] of Object.entries(now)) known[suite] = ((known[suite] ?? seconds) + seconds) / 2;
  try {
    mkdirSync(dirname(join(root, FILE)), { recursive: true });
    writeFileSync(join(root, FILE), JSON.stringify(known));
  } catch {
    // Packages of a user who may not write there: the next run estimates again.
  }
}

/** How many seconds a suite will take in a project. */
export function secondsOf(suite: string, project: string, durations: Durations): number {
  return (
    durations[`${project} ${suite}`] ?? durations[`sqlite ${suite}`] ?? UNKNOWN.find(([path]) => path.test(suite))![1]
  );
}
