import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EVENT_TYPES } from '../../../src/entities/event.ts';
import type { FeedPage } from '../../../src/resources/events/read-page.ts';
import { waitForPage } from '../../../src/resources/events/wait-for-page.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

it('ends when the time is over during a read in which garbage is collected', async () => {
  const account = await givenAccount(test);
  const waiting = {
    accountId: account.id,
    credential: 'of a reader',
    types: EVENT_TYPES,
    seconds: 1,
    over: new AbortController().signal,
  };
  const nothing: FeedPage = { events: [], inboxIds: null, lastId: 0, firstId: 0, hasMore: false };
  let reads = 0;

  const page = await waitForPage(test.app, 0, waiting, async () => {
    reads += 1;
    if (reads === 1) {
      await givenContact(account);
    } else {
      await sleep(1100);
      // Twice: what the first one finds to be garbage is known to be gone in the turn after it.
      collectGarbage();
      await sleep(10);
      collectGarbage();
    }
    return nothing;
  });

  expect(page).toBe(nothing);
  expect(reads).toBe(2);
}, 20_000);
