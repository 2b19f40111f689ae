import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPostedEvent } from '../../src/events/posted-event.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { planOf } from '../support/database/plans.ts';
import { queriesDuring } from '../support/database/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

describe('what an action has posted of a conversation', () => {
  // Each change that a program makes asks for it, also where many jobs are kept.
  it('is the last row of an index', async () => {
    const noneLeftOut = () => false;
    const [query] = await queriesDuring(test, () => findPostedEvent(test.app.tx(), 12), noneLeftOut);

    const plan = await planOf(test, query!);

    expect(plan).toContain('jobs_subject_kind_status_index');
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
    expect(query!.sql).toContain('limit');
  });
});
