import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');
const RUNNER = '<rootDir>/test/support/runner';

/** The pattern of suites for which it makes no difference at all which database there is. */
export const ONCE = String.raw`\.once\.test\.ts$`;

/** Which suites a project of Jest has, and the file that prepares their run. */
type Suites = { testMatch: string[]; testPathIgnorePatterns?: string[]; globalSetup: string };

/** A project of Jest: its suites, with the settings that all projects have in common. */
export function project(name: string, { globalSetup, ...suites }: Suites) {
  return {
    displayName: name,
    rootDir: ROOT,
    extensionsToTreatAsEsm: ['.ts'],
    transform: {},
    testRunner: `${RUNNER}/run-natively.ts`,
    globalSetup: `${RUNNER}/${globalSetup}`,
    ...suites,
  };
}
