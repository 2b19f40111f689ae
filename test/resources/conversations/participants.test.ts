import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenBot, givenConversation } from '../../support/factories.ts';
import { pathOf } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation, and two agents of its inbox. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const [ann, ben] = [await givenAgent(test, account, 'Ann'), await givenAgent(test, account, 'Ben')];
  const path = pathOf(conversation, '/participants');
  const change = (method: string, ...users: { id: number }[]) =>
    account.call(method, path, { user_ids: users.map(({ id }) => id) });
  const names = async () => (await account.call('GET', path)).body.map(({ name }: { name: string }) => name);
  return { account, conversation, ann, ben, path, change, names };
}

describe('participants of a conversation', () => {
  it('are none at first', async () => {
    const { account, path } = await given();

    const { status, body } = await account.call('GET', path);

    expect([status, body]).toEqual([200, []]);
  });

  it('are added by POST, which answers the new ones', async () => {
    const { account, ann, ben, change, names } = await given();
    await change('POST', ann);

    const { status, body } = await change('POST', ann, ben, ben);

    expect(status).toBe(201);
    expect(body).toMatchObject([{ id: ben.id, name: 'Ben', email: ben.email, role: 'agent', account_id: account.id }]);
    expect(body).toHaveLength(1);
    expect(await names()).toEqual(['Ann', 'Ben']);
  });

  it('become exactly the list of PATCH, which answers all', async () => {
    const { account, ann, ben, change, names } = await given();
    await change('POST', ann);

    const { status, body } = await change('PATCH', ben, account.administrator);
    const listed = await names();
    const emptied = await change('PATCH');

    expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([200, ['Ada Admin', 'Ben']]);
    expect(listed).toEqual(['Ada Admin', 'Ben']);
    expect([emptied.status, emptied.body]).toEqual([200, []]);
  });

  it('are removed by DELETE, which ignores users who are not participants', async () => {
    const { ann, ben, change, names } = await given();
    await change('POST', ann, ben);

    const { status, text } = await change('DELETE', ann, { id: 999_999 });

    expect([status, text]).toEqual([200, '']);
    expect(await names()).toEqual(['Ben']);
  });

  it('include each new assignee', async () => {
    const { account, conversation, ann, ben, names } = await given();

    for (const { id } of [ann, ben]) {
      await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: id });
    }
    const { body: other } = await account.call('POST', '/conversations', {
      inbox_id: conversation.inbox_id,
      contact_id: conversation.contact.id,
      assignee_id: ann.id,
    });

    expect(await names()).toEqual(['Ann', 'Ben']);
    const { body } = await account.call('GET', pathOf(other, '/participants'));
    expect(body).toMatchObject([{ id: ann.id }]);
  });

  it.each(['POST', 'PATCH'])('%s refuses a user who does not see the inbox, and changes nothing', async (method) => {
    const { account, ann, ben, change, names } = await given();
    await change('POST', ann);
    const withoutInbox = await givenAgent(test, account, 'Olga', { inboxes: [] });
    const outsider = await givenAgent(test, await givenAccount(test));

    const answers = [
      await change(method, ben, withoutInbox),
      await change(method, ben, outsider),
      await change(method, ben, { id: 999_999 }),
    ];

    for (const { status, body } of answers) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['user_ids']]);
    }
    expect(answers[0]!.body.message).toContain(String(withoutInbox.id));
    expect(await names()).toEqual(['Ann']);
  });

  it.each([
    ['nothing', {}],
    ['no list', { user_ids: 5 }],
    ['null', { user_ids: null }],
    ['names', { user_ids: ['Ann'] }],
    ['null in the list', { user_ids: [null] }],
    ['too many', { user_ids: Array.from({ length: 501 }, () => 1) }],
  ])('are not changed by %s', async (_, body) => {
    const { account, path } = await given();

    const answers = await Promise.all(['POST', 'PATCH', 'DELETE'].map((method) => account.call(method, path, body)));

    for (const { status, body: refused } of answers) {
      expect([status, refused.error]).toEqual([422, 'Validation failed']);
    }
  });

  it('record no event, and are not for bots', async () => {
    const { account, ann, path, change } = await given();
    const bot = await givenBot(test, account);

    const events = await eventsDuring(test, account, () => change('POST', ann));
    const byBot = await account.call('GET', path, undefined, { token: bot.token });

    expect(events).toEqual([]);
    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
  });

  it('are deleted with the conversation', async () => {
    const { account, conversation, ann, change } = await given();
    await change('POST', ann);

    await account.call('DELETE', pathOf(conversation));

    const rows = await test
      .rows()
      .selectFrom('participants')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('include those added at the same time, once each', async () => {
    const { ann, ben, change, names } = await given();

    const answers = await Promise.all(Array.from({ length: 6 }, () => change('POST', ann, ben)));

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await names()).toEqual(['Ann', 'Ben']);
  });
});
