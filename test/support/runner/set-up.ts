/** What suites need that use no database. */
export { useOwnFolder as default } from './test-run.ts';
