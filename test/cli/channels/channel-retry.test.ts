import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { withRows } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';
import { runParley } from '../../support/parley.ts';
import { tokenOf } from '../../support/providers/telegram.ts';
import { messageFrom, somebody } from '../../support/receiving/telegram-chat.ts';

const RECENT = new Date('2026-11-20T08:00:00Z');
const OLD = new Date('2026-11-01T08:00:00Z');

let place: Place;
let account: TestAccount;
let inbox: { id: number };
let other: { id: number };
beforeAll(async () => {
  place = await givenPlace();
  const server = await givenApp({}, { place, jobs: false });
  account = await givenAccount(server);
  inbox = await givenInbox(account, { type: 'telegram', bot_token: tokenOf(500_001) });
  other = await givenInbox(account, { type: 'telegram', bot_token: tokenOf(500_002) });
  await server.stop();
});
afterAll(() => place.remove());

/** Events that an earlier version could not handle, in their order; their ids. */
async function givenFailed(inboxId: number, texts: string[], createdAt = RECENT): Promise<number[]> {
  const person = somebody();
  const events = texts.map((text, index) => {
    const update = messageFrom(person, { text });
    return {
      account_id: account.id,
      inbox_id: inboxId,
      key: `update ${inboxId} ${text} ${index}`,
      lane: String(person.id),
      body: JSON.stringify(update),
      status: 'failed' as const,
      error: 'TypeError: it was not ready for this',
      created_at: createdAt,
      ended_at: createdAt,
    };
  });
  const rows = await withRows(place, (db) => db.insertInto('received_events').values(events).returning('id').execute());
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

const statusesOf = (ids: number[]) =>
  withRows(place, async (rows) => {
    const found = await rows.selectFrom('received_events').select(['id', 'status']).orderBy('id').execute();
    return found.filter(({ id }) => ids.includes(id)).map(({ status }) => status);
  });
const retry = (...args: string[]) => runParley(['channels', 'retry', ...args, '--json'], place);

describe('parley channels retry', () => {
  it('has what failed handled by the server, in its order', async () => {
    const ids = await givenFailed(inbox.id, ['one', 'two', 'three']);
    const elsewhere = await givenFailed(other.id, ['of another inbox']);

    const { code, stdout } = await retry(String(inbox.id));
    const before = await statusesOf(ids);
    const messages = await handled('three');

    expect([code, JSON.parse(stdout)]).toEqual([0, { retried: 3 }]);
    expect(before).toEqual(['waiting', 'waiting', 'waiting']);
    expect(messages).toEqual(['one', 'two', 'three']);
    expect([await statusesOf(ids), await statusesOf(elsewhere)]).toEqual([['done', 'done', 'done'], ['failed']]);
  });

  it('takes single ones, and those from a time on', async () => {
    const [first = 0, second = 0] = await givenFailed(inbox.id, ['four', 'five'], OLD);
    const [third = 0] = await givenFailed(inbox.id, ['six']);

    const single = await retry(String(inbox.id), '--event', String(second));
    const afterSingle = await statusesOf([first, second, third]);
    const recent = await retry(String(inbox.id), '--since', '2026-11-10');

    expect([single.code, afterSingle]).toEqual([0, ['failed', 'waiting', 'failed']]);
    expect([JSON.parse(recent.stdout), await statusesOf([first, third])]).toEqual([
      { retried: 1 },
      ['failed', 'waiting'],
    ]);
  });

  it('says that there is nothing to retry, or no such inbox, event or time', async () => {
    await retry(String(inbox.id));
    const nothing = await retry(String(inbox.id));
    const event = await retry(String(inbox.id), '--event', '999999');
    const unknown = await retry('999999');
    const time = await retry(String(inbox.id), '--since', 'yesterday');

    expect([nothing.code, JSON.parse(nothing.stdout)]).toEqual([0, { retried: 0 }]);
    expect([event.code, event.stderr]).toEqual([1, expect.stringContaining('no failed event 999999')]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Inbox not found')]);
    expect([time.code, time.stderr]).toEqual([2, expect.stringContaining('2026-11-23T08:00Z')]);
  });
});

describe('what could not be handled', () => {
  it('is shown by the log alone, and counted by the doctor', async () => {
    await givenFailed(inbox.id, ['seven']);

    const log = await runParley(['channels', 'log', String(inbox.id), '--failed', '--json'], place);
    const doctor = await runParley(['doctor', '--json'], place);

    expect(JSON.parse(log.stdout)).toEqual([
      expect.objectContaining({
        direction: 'received',
        status: 'failed',
        error: 'TypeError: it was not ready for this',
      }),
    ]);
    const finding = JSON.parse(doctor.stdout).find(({ check }: { check: string }) => check === 'received');
    expect(finding).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/^2 events could not be handled in inbox \d+ and \d+$/),
      advice: expect.stringContaining('parley channels retry'),
    });
  });
});

/** The texts of all messages in the inbox, once the server has handled this one. */
async function handled(last: string): Promise<string[]> {
  const server = await givenApp({}, { place });
  try {
    return await eventually(
      async () => {
        const rows = await server
          .rows()
          .selectFrom('messages as m')
          .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
          .select('m.content')
          .where('c.inbox_id', '=', inbox.id)
          .orderBy('m.id')
          .execute();
        return rows.map(({ content }) => content ?? '');
      },
      (texts) => texts.includes(last),
    );
  } finally {
    await server.stop();
  }
}
