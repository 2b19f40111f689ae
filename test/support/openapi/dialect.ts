import { DIALECTS, type Dialect } from '../../../src/dialect.ts';

/** The dialect of the apps that tests start without naming one: `spec`, or as PARLEY_TEST_DIALECT says. */
export const TESTED_DIALECT: Dialect =
  DIALECTS.find((dialect) => dialect === process.env['PARLEY_TEST_DIALECT']) ?? 'spec';

/** Whether a request that creates something succeeded, in any dialect. */
export const isCreated = (status: number): boolean => status === 201 || status === 200;
