import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: { id: number; address: string };
beforeAll(async () => {
  test = await givenApp(INBOUND);
  account = await givenAccount(test);
  inbox = await givenMailInbox(account);
});
afterAll(() => test.stop());

/** How the event of each mail ended, in their order. */
const events = () =>
  test
    .rows()
    .selectFrom('received_events')
    .select(['status', 'error'])
    .where('inbox_id', '=', inbox.id)
    .orderBy('id')
    .execute();

describe('a mail that takes too much time or memory to read', () => {
  it('is kept all the same, and keeps no request waiting', async () => {
    const head = { from: 'mallory@example.com', to: inbox.address };
    const lines = '>\n'.repeat(8_000_000);

    expect(await handOver(test, mailOf(lines, head))).toBe(204);
    expect(await handOver(test, mailOf('Hello', { ...head, from: 'carla@example.com' }))).toBe(204);
    let slowest = 0;
    const ended = await eventually(
      async () => {
        const from = performance.now();
        await account.call('GET', '/labels');
        slowest = Math.max(slowest, performance.now() - from);
        return events();
      },
      (all) => all.every(({ status }) => status !== 'waiting'),
      60_000,
    );

    expect(ended).toEqual([
      { status: 'done', error: null },
      { status: 'done', error: null },
    ]);
    expect(slowest).toBeLessThan(5000);
  });
});
