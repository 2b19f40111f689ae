import { ONCE, project } from './project.ts';

export default project('sqlite', {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [ONCE],
  globalSetup: 'set-up-sqlite.ts',
});
