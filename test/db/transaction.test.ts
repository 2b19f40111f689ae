import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Db } from '../../src/db/database.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { countLockWaits } from '../support/database/lock-waits.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, givenInbox } from '../support/factories.ts';
import { onlyOn } from '../support/only.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('a deletion and another transaction that wait for each other', () => {
  it('do not occur on a database with a single writer', async () => {
    const { account, inbox } = await given();

    const { status } = await account.call('DELETE', `/inboxes/${inbox.id}`);

    expect(status).toBe(200);
  });

  onlyOn('postgresql', it)('both finish', async () => {
    let deletion = await deletionInTheWay();
    // Which of the two the database ends depends on who has waited for a second first.
    while (deletion === null) deletion = await deletionInTheWay();

    expect((await deletion.answer).status).toBe(200);
    expect((await deletion.account.call('GET', `/inboxes/${deletion.inbox.id}`)).status).toBe(404);
  });
});

describe('a message and another transaction that wait for each other', () => {
  onlyOn('postgresql', it).each([
    ['as it is sent', {}],
    ['where it is sent with an Idempotency-Key', { 'Idempotency-Key': 'once' }],
  ])('both finish, %s', async (_, headers) => {
    let message = await messageInTheWay(headers);
    while (message === null) message = await messageInTheWay(headers);

    expect((await message.answer).status).toBe(201);
    const { body } = await message.account.call('GET', `/conversations/${message.conversation.id}/messages`);
    expect(body.payload.map(({ content }: { content: string }) => content)).toEqual(['hello']);
  });
});

describe('transactions that wait at the same time', () => {
  onlyOn('sqlite', it)('are committed before all have run, where each takes long', async () => {
    const tx = test.app.tx();
    const steps: string[] = [];
    const takeLong = async (name: string) => {
      await tx.transactional(async (tx) => {
        await tx.db.updateTable('report_progress').set({ events_up_to: 0 }).where('messages_up_to', '<', 0).execute();
        const begun = performance.now();
        while (performance.now() - begun < 20);
        steps.push(`${name} has run`);
      });
      steps.push(`${name} is committed`);
    };

    await Promise.all(['one', 'two', 'three'].map(takeLong));

    const ofEach = ['one', 'two', 'three'].flatMap((name) => [`${name} has run`, `${name} is committed`]);
    expect(steps).toEqual(ofEach);
  });
});

/** An incoming message that the database ended for another transaction's sake; null when it ended the other one. */
async function messageInTheWay(headers: Record<string, string>) {
  const { account, first: conversation } = await given();
  const contactId = conversation.contact.id as number;
  return whereItIsEnded(async (rows) => {
    await rows.updateTable('contacts').set({ name: 'held' }).where('id', '=', contactId).execute();
    const path = `/conversations/${conversation.id}/messages`;
    const answer = account.call('POST', path, { content: 'hello', message_type: 'incoming' }, { headers });
    await eventually(
      () => countLockWaits(test),
      (count) => count > 0,
    );
    await holdConversation(rows, account.id, conversation.id);
    return { account, conversation, answer };
  });
}

/** What `work` gives; null when the database ended its transaction because of the other one. */
async function whereItIsEnded<T>(work: (rows: Db) => Promise<T>): Promise<T | null> {
  try {
    return await test.app.tx().transactional((tx) => work(tx.db));
  } catch (error) {
    if ((error as { code?: unknown }).code === '40P01') return null;
    throw error;
  }
}

async function holdConversation(rows: Db, accountId: number, displayId: number): Promise<void> {
  await rows
    .updateTable('conversations')
    .set({ muted: true })
    .where('account_id', '=', accountId)
    .where('display_id', '=', displayId)
    .execute();
}

/** The deletion of an inbox that the database ended for another transaction's sake; null when it ended the other one. */
async function deletionInTheWay() {
  const { account, inbox, first, second } = await given();
  return whereItIsEnded(async (rows) => {
    await holdConversation(rows, account.id, second.id);
    const answer = account.call('DELETE', `/inboxes/${inbox.id}`);
    await eventually(
      () => countLockWaits(test),
      (count) => count > 0,
    );
    await holdConversation(rows, account.id, first.id);
    return { account, inbox, answer };
  });
}

/** An inbox with two conversations, in the order in which a deletion holds them. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const first = await givenConversation(account, { inbox_id: inbox.id });
  const second = await givenConversation(account, { inbox_id: inbox.id });
  return { account, inbox, first, second };
}
