import { createRequire } from 'node:module';

type Test = { path: string };
type Sequencer = new (options: unknown) => { sort(tests: Test[]): Test[] };

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as { default: Sequencer };

/** Suites that mostly wait: for processes that they start, for receivers, for faults to pass. */
const WAITING = /\/test\/(cli|durability|mail)\/|\/webhooks\/|\/month\./;
/** How many others begin after each of them. */
const OTHERS = 4;

/**
 * Begins a suite that waits after every four that do not, so that other workers have something to do meanwhile, and none
 * of them, which take longest, is the last. Otherwise in Jest's order.
 */
export default class SpreadWaitingSuites extends TestSequencer {
  override sort(tests: Test[]): Test[] {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = super.sort(tests);
    const waiting = sorted.filter(({ path }) => WAITING.test(path));
    const others = sorted.filter(({ path }) => !WAITING.test(path));
    const spread = waiting.flatMap((suite, index) => [suite, ...others.slice(index * OTHERS, (index + 1) * OTHERS)]);
    return [...spread, ...others.slice(waiting.length * OTHERS)];
  }
}
