import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenContact, givenInbox } from '../../support/factories.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { listed, notedBy, notificationsOf } from './notification-calls.ts';
import { toldDuring } from './told-during.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** An agent with a notification for each of `count` conversations of one inbox. */
async function given(count = 3) {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const conversations: { id: number }[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = { inbox_id: inbox.id, contact_id: contact.id, assignee_id: gus.id };
    conversations.push((await account.call('POST', '/conversations', body)).body);
  }
  const call = (method: string, path: string, body?: unknown) =>
    account.call(method, `/notifications${path}`, body, { token: gus.token });
  const numbers = async (query = '') => (await notedBy(account, gus, query)).map(([, number]) => number);
  const ids = async (query = '') => (await notificationsOf(account, gus, query)).map(({ id }) => id as number);
  return { account, gus, inbox, conversations, call, numbers, ids };
}

describe('GET /notifications', () => {
  it('lists 15 a page, the newest activity first unless it is asked for otherwise', async () => {
    const { account, gus, conversations, numbers } = await given(17);
    const [first, second] = conversations.map(({ id }) => id) as [number, number];
    await ask(account, { id: second });

    const newestFirst = [
      second,
      ...conversations
        .map(({ id }) => id)
        .toReversed()
        .filter((id) => id !== second),
    ];
    expect(await numbers()).toEqual(newestFirst.slice(0, 15));
    expect(await numbers('?page=2')).toEqual(newestFirst.slice(15));
    expect(await numbers('?page=3')).toEqual([]);
    expect(await numbers('?sort_order=asc&per_page=1')).toEqual([first]);
    expect((await listed(account, gus, '?page=2')).meta).toEqual({ unread_count: 17, count: 17, current_page: 2 });
  });

  it('leaves out what is read or snoozed, unless it is included', async () => {
    const { account, gus, call, ids } = await given(3);
    const [read, snoozed, other] = (await ids()) as [number, number, number];
    await call('PATCH', `/${read}`);
    await call('POST', `/${snoozed}/snooze`, { snoozed_until: '2100-01-01T00:00:00Z' });
    const meta = async (query: string) => (await listed(account, gus, query)).meta;

    expect(await ids()).toEqual([other]);
    expect(await ids('?includes[]=read')).toEqual([read, other]);
    expect(await ids('?includes[]=snoozed')).toEqual([snoozed, other]);
    expect(await ids('?includes[]=snoozed&includes[]=read')).toEqual([read, snoozed, other]);
    expect(await meta('')).toMatchObject({ count: 1, unread_count: 1 });
    expect(await meta('?includes[]=snoozed&includes[]=read')).toMatchObject({ count: 3, unread_count: 2 });
    expect((await call('GET', '/unread_count')).text).toBe('1');
    expect((await call('GET', '/unread_count?includes[]=snoozed')).body).toBe(2);
  });

  it('shows a member only their own, and only of what they see', async () => {
    const { account, gus, inbox, numbers, call, ids } = await given(2);
    const [id] = await ids();
    expect(await notedBy(account)).toEqual([]);
    expect((await account.call('PATCH', `/notifications/${id}`)).status).toBe(404);

    await account.call('DELETE', '/inbox_members', { inbox_id: inbox.id, user_ids: [gus.id] });

    expect(await numbers('?includes[]=read')).toEqual([]);
    expect((await call('GET', '/unread_count')).body).toBe(0);
    expect((await call('PATCH', `/${id}`)).body.error).toBe('Notification not found');
  });

  it('takes as many statements for fifteen as for two', async () => {
    const few = await given(2);
    const many = await given(15);
    for (const { account, conversations } of [few, many]) {
      for (const conversation of conversations.slice(0, -1)) {
        await account.call('POST', pathOf(conversation, '/messages'), { content: 'A note', private: true });
      }
    }

    const ofFew = await statementsDuring(test, () => few.ids());
    const ofMany = await statementsDuring(test, () => many.ids());

    expect(ofMany).toHaveLength(ofFew.length);
  });

  it.each(['?includes[]=all', '?sort_order=newest', '?page=0', '?per_page=1000'])('refuses %s', async (query) => {
    const { call } = await given(0);

    expect((await call('GET', query)).status).toBe(422);
  });
});

describe('a notification', () => {
  it('is read once, and unread again, which is told to its owner', async () => {
    const { account, gus, call, ids } = await given(1);
    const [id] = await ids();
    let answers: { read_at: string | null }[] = [];
    const events = await toldDuring(test, account, async () => {
      const read = await call('PATCH', `/${id}`);
      const again = await call('PUT', `/${id}`);
      const unread = await call('POST', `/${id}/unread`);
      answers = [read, again, unread].map(({ body }) => body);
    });

    const [read, again, unread] = answers;
    expect(read).toMatchObject({
      id,
      account_id: account.id,
      user_id: gus.id,
      notification_type: 'conversation_assignment',
      primary_actor_type: 'Conversation',
      primary_actor_id: 1,
      secondary_actor_type: 'User',
      secondary_actor_id: account.administrator.id,
    });
    expect([again?.read_at, unread?.read_at]).toEqual([read?.read_at, null]);
    const told = ['updated', [[gus.id, id]]];
    expect(events).toEqual([told, told]);
  });

  it('is read when its owner reads the conversation, and not when somebody else does', async () => {
    const { account, gus, conversations, numbers } = await given(2);
    const [first, second] = conversations as [{ id: number }, { id: number }];

    await account.call('POST', pathOf(first, '/update_last_seen'));
    await account.call('POST', pathOf(second, '/update_last_seen'), undefined, { token: gus.token });

    expect(await numbers()).toEqual([first.id]);
  });

  it('is snoozed until a time that lies ahead', async () => {
    const { call, ids } = await given(1);
    const [id] = await ids();

    const { body } = await call('POST', `/${id}/snooze`, { snoozed_until: 4_102_444_800 });
    const past = await call('POST', `/${id}/snooze`, { snoozed_until: '2020-01-01T00:00:00Z' });
    const none = await call('POST', `/${id}/snooze`, {});

    expect(body.snoozed_until).toBe('2100-01-01T00:00:00.000Z');
    expect([past.status, past.body.attributes, none.status]).toEqual([422, ['snoozed_until'], 422]);
  });

  it('is deleted by its owner, and with its conversation', async () => {
    const { account, gus, conversations, call, ids } = await given(2);
    const [second, first] = (await ids()) as [number, number];
    const events = await toldDuring(test, account, async () => {
      expect(await call('DELETE', `/${first}`)).toMatchObject({ status: 200, text: '' });
      await account.call('DELETE', pathOf(conversations[1]!));
    });

    expect(await ids()).toEqual([]);
    expect((await call('DELETE', `/${first}`)).status).toBe(404);
    expect(events).toEqual([
      ['deleted', [[gus.id, first]]],
      ['deleted', [[gus.id, second]]],
    ]);
  });
});

describe('POST /notifications/read_all', () => {
  it('marks all as read, or that of one conversation', async () => {
    const { account, gus, conversations, call, numbers } = await given(3);
    const [first, second, third] = conversations.map(({ id }) => id);

    await call('POST', '/read_all', { primary_actor_type: 'Conversation', primary_actor_id: second });
    expect(await numbers()).toEqual([third, first]);

    const events = await toldDuring(test, account, () => call('POST', '/read_all'));
    expect(await numbers()).toEqual([]);
    expect(events.map(([what, changed]) => [what, changed.length])).toEqual([['updated', 2]]);
    expect(await toldDuring(test, account, () => call('POST', '/read_all'))).toEqual([]);
    expect((await listed(account, gus, '?includes[]=read')).meta).toMatchObject({ count: 3, unread_count: 0 });
  });

  it.each([
    [{ primary_actor_type: 'Conversation' }, 422],
    [{ primary_actor_type: 'Contact', primary_actor_id: 1 }, 422],
    [{ primary_actor_type: 'Conversation', primary_actor_id: 999 }, 404],
  ])('refuses %j', async (body, status) => {
    const { call, numbers } = await given(1);

    expect((await call('POST', '/read_all', body)).status).toBe(status);
    expect(await numbers()).toHaveLength(1);
  });
});

describe('POST /notifications/destroy_all', () => {
  it('deletes those that are read, or all', async () => {
    const { call, ids } = await given(3);
    const [read] = await ids();
    await call('PATCH', `/${read}`);

    await call('POST', '/destroy_all', { type: 'read' });
    expect(await ids('?includes[]=read')).toHaveLength(2);
    expect((await call('POST', '/destroy_all', { type: 'old' })).status).toBe(422);
    await call('POST', '/destroy_all', { type: 'all' });
    expect(await ids('?includes[]=read')).toEqual([]);
  });
});
