import { join, relative } from 'node:path';
import { rememberDurations } from './changed/durations.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SHOWN = 10;
const SECOND = 1000;

/** What Jest tells of a suite that has run. */
type Suite = {
  testFilePath: string;
  displayName?: { name: string };
  /** Milliseconds. */
  perfStats: { start: number; end: number };
  skipped: boolean;
};

/** Says at the end of a run which suites took longest, each with its database; and keeps how long each took. */
export default class SlowestSuites {
  onRunComplete(_: unknown, { testResults }: { testResults: Suite[] }): void {
    rememberDurations(ROOT, Object.fromEntries(testResults.filter(hasRun).map(durationOf)));
    if (testResults.length <= SHOWN) return;
    const slowest = testResults.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN);
    console.log(['\nSlowest suites:', ...slowest.map(lineOf)].join('\n'));
  }
}

/** Without suites that were skipped, or could not be loaded. */
const hasRun = ({ skipped, perfStats: { start, end } }: Suite): boolean => !skipped && end > start;

const durationOf = (suite: Suite): [string, number] => [
  `${suite.displayName?.name ?? ''} ${relative(ROOT, suite.testFilePath)}`,
  secondsOf(suite),
];

const secondsOf = ({ perfStats: { start, end } }: Suite): number => (end - start) / SECOND;

function lineOf(suite: Suite): string {
  const time = `${secondsOf(suite).toFixed(1)} s`.padStart(8);
  return `${time}  ${(suite.displayName?.name ?? '').padEnd(10)}  ${relative(process.cwd(), suite.testFilePath)}`;
}
