import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { type BareSocket, closeSockets, givenListener } from '../support/cable/bare-socket.ts';
import { ask, pathOf } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation } from '../support/factories.ts';
import { openAjv } from '../support/openapi/open-ajv.ts';
import { toldNotificationShape } from '../../src/wire/notification-blocks.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** An agent and an administrator on sockets, and a conversation that can be assigned to the agent. */
async function given() {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  const assign = () => account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: gus.id });
  const sockets = {
    gus: await givenListener(test, account, gus),
    administrator: await givenListener(test, account, account.administrator),
  };
  return { account, gus, conversation, assign, sockets };
}

/** The notifications that the socket was told of, once there are `count`. */
const told = (socket: BareSocket, count: number) =>
  eventually(
    () => socket.events().filter(({ event }) => event.startsWith('notification.')),
    ({ length }) => length >= count,
  );

describe('a notification', () => {
  it('is told to its owner alone, with how many are unread', async () => {
    const { account, gus, conversation, assign, sockets } = await given();
    await ask(account, conversation, { content: 'Is it there?' });

    await assign();

    const [{ event, data }] = await told(sockets.gus, 1);
    expect(event).toBe('notification.created');
    expect(data).toMatchObject({
      account_id: account.id,
      unread_count: 1,
      count: 1,
      notification: {
        notification_type: 'conversation_assignment',
        account_id: account.id,
        push_message_title: 'Carla Contact: Is it there?',
        push_message_body: 'Carla Contact: Is it there?',
        primary_actor: { id: conversation.id, meta: { assignee: { id: gus.id } } },
        user: { id: gus.id },
      },
    });
    const validate = openAjv().compile(toldNotificationShape);
    expect([validate(data.notification), validate.errors]).toEqual([true, null]);
    expect(await told(sockets.administrator, 0)).toEqual([]);
  });

  it('is told of as it is then when it changes, and when it is gone', async () => {
    const { account, gus, conversation, assign, sockets } = await given();
    await assign();
    const [{ data }] = await told(sockets.gus, 1);
    const { id } = data.notification;
    const call = (method: string, below = '') =>
      account.call(method, `/notifications/${id}${below}`, undefined, { token: gus.token });

    await call('PATCH');
    await told(sockets.gus, 2);
    await call('POST', '/unread');
    await told(sockets.gus, 3);
    await account.call('DELETE', pathOf(conversation));

    const [, read, unread, gone] = await told(sockets.gus, 4);
    expect(read).toMatchObject({
      event: 'notification.updated',
      data: { notification: { id, read_at: expect.any(String) }, unread_count: 0, count: 0 },
    });
    expect(unread).toMatchObject({
      event: 'notification.updated',
      data: { notification: { id, read_at: null }, unread_count: 1 },
    });
    expect(gone).toEqual({
      event: 'notification.deleted',
      data: {
        account_id: account.id,
        notification: { id },
        unread_count: 0,
        count: 0,
        performer: expect.objectContaining({ id: account.administrator.id }),
      },
    });
  });

  it('of a conversation that its owner does not see any more is not told', async () => {
    const { account, gus, conversation, assign, sockets } = await given();
    await assign();
    await told(sockets.gus, 1);
    await account.call('DELETE', '/inbox_members', { inbox_id: conversation.inbox_id, user_ids: [gus.id] });

    await account.call('POST', '/notifications/read_all', {}, { token: gus.token });
    await ask(account, conversation);
    await account.call('PATCH', '/inbox_members', { inbox_id: conversation.inbox_id, user_ids: [gus.id] });
    await ask(account, conversation, { content: 'Hello again' });

    const [, next, ...others] = await told(sockets.gus, 2);
    expect(next).toMatchObject({
      event: 'notification.created',
      data: { notification: { push_message_body: 'Carla Contact: Hello again' } },
    });
    expect(others).toEqual([]);
  });
});
