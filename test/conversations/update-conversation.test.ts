import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unixSeconds } from '../../src/time.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation } from '../support/factories.ts';
import { ask, shown } from '../support/conversation-calls.ts';

const NOON = new Date('2031-05-10T12:00:00Z');
let now = NOON;
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => now, jobs: false });
});
afterAll(() => test.stop());

/** The times of a conversation after one message at noon, and another at `time`. */
async function timesAfter(time: string) {
  now = NOON;
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  await ask(account, conversation);
  now = new Date(time);
  await ask(account, conversation);
  const { last_activity_at: lastActivityAt, updated_at: updatedAt } = await shown(account, conversation);
  return { lastActivityAt, updatedAt };
}

const both = (time: string) => ({
  lastActivityAt: unixSeconds(new Date(time)),
  updatedAt: unixSeconds(new Date(time)),
});

describe('last_activity_at and updated_at', () => {
  it('do not go back when a request is served after one that came in later', async () => {
    expect(await timesAfter('2031-05-10T11:59:30Z')).toEqual(both('2031-05-10T12:00:00Z'));
  });

  it('go back when they are from a clock that was wrong', async () => {
    expect(await timesAfter('2031-05-10T11:58:00Z')).toEqual(both('2031-05-10T11:58:00Z'));
  });
});
