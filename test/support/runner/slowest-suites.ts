import { relative } from 'node:path';

const SHOWN = 10;
const SECOND = 1000;

/** What Jest tells of a suite that has run. */
type Suite = {
  testFilePath: string;
  displayName?: { name: string };
  /** Milliseconds. */
  perfStats: { start: number; end: number };
};

/** Says at the end of a run which suites took longest, each with its database. */
export default class SlowestSuites {
  onRunComplete(_: unknown, { testResults }: { testResults: Suite[] }): void {
    if (testResults.length <= SHOWN) return;
    const slowest = testResults.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SHOWN);
    console.log(['\nSlowest suites:', ...slowest.map(lineOf)].join('\n'));
  }
}

const secondsOf = ({ perfStats: { start, end } }: Suite): number => (end - start) / SECOND;

function lineOf(suite: Suite): string {
  const time = `${secondsOf(suite).toFixed(1)} s`.padStart(8);
  return `${time}  ${(suite.displayName?.name ?? '').padEnd(10)}  ${relative(process.cwd(), suite.testFilePath)}`;
}
