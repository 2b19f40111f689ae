import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RUNS_ONCE } from '../support/runner/runs-once.ts';

const TESTS = join(import.meta.dirname, '..');

describe('the suites that run on SQLite only', () => {
  it('are there, each once', () => {
    expect(RUNS_ONCE.filter((suite) => !existsSync(join(TESTS, suite)))).toEqual([]);
    expect(RUNS_ONCE.filter((suite, index) => RUNS_ONCE.indexOf(suite) !== index)).toEqual([]);
  });

  it('are none of those that look at what differs between the databases', () => {
    expect(RUNS_ONCE.filter((suite) => /^(db|filters|records|upgrade|dialect|bus)\//.test(suite))).toEqual([]);
  });
});
