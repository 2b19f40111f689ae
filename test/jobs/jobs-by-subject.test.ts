import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findLeftLanes } from '../../src/conversations/receiving/left-events.ts';
import { findLeftSendings } from '../../src/conversations/sending/left-sendings.ts';
import type { Tx } from '../../src/db/tx.ts';
import { dropJobs, enqueueUnlessPending } from '../../src/queue.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { plansWith } from '../support/database/plans.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const JOB = { kind: 'export_contacts', accountId: null, payload: {}, subject: 'contacts' };

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

describe('jobs about a subject', () => {
  // Else each mail that arrives looks through the jobs of all mails that wait.
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['queued unless one waits', (tx) => enqueueUnlessPending(tx, [JOB.kind], JOB, NOW)],
    ['deleted', (tx) => dropJobs(tx, JOB.kind, JOB.subject)],
    ['missing for received events', (tx) => findLeftLanes(tx)],
    ['missing for messages to send', (tx) => findLeftSendings(tx)],
  ])('are found by it when %s', async (_, work) => {
    const [plan] = await plansWith(test, work);

    // PostgreSQL chooses by how many rows there are.
    if (databaseKind === 'sqlite') expect(plan).toContain('jobs_subject_kind_status_index');
    else expect(plan).not.toContain('Seq Scan on jobs');
  });
});
