import { RUNS_ONCE } from '../runs-once.ts';
import { ONCE, project } from './project.ts';

const isEverywhere = process.env['PARLEY_TEST_EVERYWHERE'] !== undefined;

export default project('postgresql', {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [ONCE, ...(isEverywhere ? [] : RUNS_ONCE.map((suite) => `<rootDir>/test/${suite}$`))],
  globalSetup: 'set-up-postgresql.ts',
});
