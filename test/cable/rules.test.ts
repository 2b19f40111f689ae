import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { closeSockets, givenListener } from '../support/cable/bare-socket.ts';
import { reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation } from '../support/factories.ts';
import { givenRule } from '../resources/automation_rules/given-rule.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

it('what an automation rule changes is told to those who listen', async () => {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const isOutgoing = { attribute_key: 'message_type', filter_operator: 'equal_to', values: ['outgoing'] };
  await givenRule(account, 'message_created', [isOutgoing], ['resolve_conversation']);
  const listener = await givenListener(test, account, account.administrator);
  await reply(account, conversation, { content: 'That is all.' });

  const told = await eventually(
    () => listener.events().filter(({ event }) => event === 'conversation.status_changed'),
    ({ length }) => length > 0,
  );

  expect(told).toMatchObject([{ data: { id: conversation.id, status: 'resolved' } }]);
});
