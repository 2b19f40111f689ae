import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findDueWork } from '../../src/jobs/due-work.ts';
import { MINUTE } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const later = new Date(NOW.getTime() + MINUTE);
const KINDS = ['export_contacts', 'fetch_avatar'];

let test: TestApp;
beforeEach(async () => {
  test = await givenApp({}, { jobs: false });
});
afterEach(() => test.stop());

const dueAt = (now: Date) => findDueWork(test.app.tx(), KINDS, now);

async function givenJob(kind: string, more: object = {}): Promise<void> {
  const job = { kind, account_id: null, payload: '{}' as never, due_at: later, created_at: NOW };
  await test
    .rows()
    .insertInto('jobs')
    .values({ ...job, ...more })
    .execute();
}

describe('due work', () => {
  it('is none where nothing waits', async () => {
    expect(await dueAt(NOW)).toEqual({ deliveries: false, jobs: false });
  });

  it('has jobs of the kinds from when they are due, until they have ended', async () => {
    await givenJob('welcome');
    await givenJob('fetch_avatar', { status: 'done' });
    expect(await dueAt(later)).toEqual({ deliveries: false, jobs: false });

    await givenJob('fetch_avatar');
    expect(await dueAt(NOW)).toEqual({ deliveries: false, jobs: false });
    expect(await dueAt(later)).toEqual({ deliveries: false, jobs: true });
  });

  it('has deliveries from when their lane is due', async () => {
    const lane = { receiver_type: 'Webhook', receiver_id: 1, lane: 'contact:1', account_id: 1, due_at: later } as const;
    await test.rows().insertInto('delivery_lanes').values(lane).execute();

    expect(await dueAt(NOW)).toEqual({ deliveries: false, jobs: false });
    expect(await dueAt(later)).toEqual({ deliveries: true, jobs: false });
  });
});
