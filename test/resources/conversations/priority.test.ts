import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenBot, givenConversation } from '../../support/factories.ts';
import { activitiesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given(priority?: string) {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  if (priority) await account.call('PATCH', pathOf(conversation), { priority });
  return { account, conversation };
}

describe('PATCH /conversations/{id}', () => {
  it.each(['low', 'medium', 'high', 'urgent'])('sets the priority to %s', async (priority) => {
    const { account, conversation } = await given();

    const { status, body } = await account.call('PATCH', pathOf(conversation), { priority });

    expect([status, body.priority]).toEqual([200, priority]);
    expect(await shown(account, conversation)).toEqual(body);
  });

  it.each([null, 'none', ''])('clears the priority with %p', async (priority) => {
    const { account, conversation } = await given('high');

    const { status, body } = await account.call('PATCH', pathOf(conversation), { priority });

    expect([status, body.priority]).toEqual([200, null]);
  });

  it('is the same as PUT, with the field at the top or under "conversation"', async () => {
    const { account, conversation } = await given();

    const { status, body } = await account.call('PUT', pathOf(conversation), { conversation: { priority: 'low' } });

    expect([status, body.priority]).toEqual([200, 'low']);
  });

  it('changes nothing without the field', async () => {
    const { account, conversation } = await given('high');

    const events = await eventsDuring(test, account, () =>
      account.call('PATCH', pathOf(conversation), { status: 'resolved' }),
    );

    expect(events).toEqual([]);
    expect(await shown(account, conversation)).toMatchObject({ priority: 'high', status: 'open' });
  });

  it.each(['critical', 'LOW', 5, {}, ['low'], true])('refuses %p', async (priority) => {
    const { account, conversation } = await given();

    const { status, body } = await account.call('PATCH', pathOf(conversation), { priority });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['priority']]);
  });

  it('does not find another conversation', async () => {
    const { account } = await given();

    const { status, body } = await account.call('PATCH', pathOf({ id: 2 }), { priority: 'low' });

    expect([status, body.error]).toEqual([404, 'Conversation not found']);
  });

  it('records an activity with what was done and who did it', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    for (const priority of ['low', 'urgent', 'urgent', null, null]) {
      await account.call('PATCH', pathOf(conversation), { priority });
    }
    await account.call('PATCH', pathOf(conversation), { priority: 'high' }, { token: bot.token });

    expect(await activitiesOf(account, conversation)).toEqual([
      'Ada Admin set the priority to low',
      'Ada Admin changed the priority from low to urgent',
      'Ada Admin removed the priority',
      'Bo Bot set the priority to high',
    ]);
  });

  it('records conversation_updated, once for each change', async () => {
    const { account, conversation } = await given('low');

    const events = await eventsDuring(test, account, async () => {
      for (const priority of ['low', 'high', 'high']) await account.call('PATCH', pathOf(conversation), { priority });
    });

    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ priority: ['low', 'high'] });
    expect(events[0]!.payload).toMatchObject({
      priority: 'high',
      conversation: { id: conversation.id, priority: 'high' },
    });
  });
});

describe('POST /conversations/{id}/toggle_priority', () => {
  it.each([
    ['urgent', 'urgent'],
    ['none', null],
    ['', null],
    [null, null],
  ])('sets %p and answers it', async (priority, expected) => {
    const { account, conversation } = await given('medium');

    const { status, body } = await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority });

    expect([status, body]).toEqual([200, { priority: expected }]);
    expect((await shown(account, conversation)).priority).toBe(expected);
  });

  it('needs a priority', async () => {
    const { account, conversation } = await given('medium');

    const answers = [
      await account.call('POST', pathOf(conversation, '/toggle_priority')),
      await account.call('POST', pathOf(conversation, '/toggle_priority'), { priority: 'high!' }),
    ];

    for (const { status, body } of answers) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['priority']]);
    }
    expect((await shown(account, conversation)).priority).toBe('medium');
  });

  it('may be done by a bot', async () => {
    const { account, conversation } = await given();
    const bot = await givenBot(test, account);

    const { status, body } = await account.call(
      'POST',
      pathOf(conversation, '/toggle_priority'),
      { priority: 'low' },
      { token: bot.token },
    );

    expect([status, body]).toEqual([200, { priority: 'low' }]);
  });
});
