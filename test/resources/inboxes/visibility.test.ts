import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('an agent', () => {
  it('sees the inboxes that they are a member of, and is denied the others', async () => {
    const account = await givenAccount(test);
    const mine = await givenInbox(account, { type: 'api' }, 'b');
    const alsoMine = await givenInbox(account, { type: 'api' }, 'A');
    const other = await givenInbox(account);
    const { token } = await givenAgent(test, account, 'Mia', { inboxes: [mine.id, alsoMine.id] });

    const list = await account.call('GET', '/inboxes', undefined, { token });
    const page = await account.call('GET', '/inboxes?page=2&per_page=1', undefined, { token });
    const shown = await account.call('GET', `/inboxes/${mine.id}`, undefined, { token });
    const denied = await account.call('GET', `/inboxes/${other.id}`, undefined, { token });
    const unknown = await account.call('GET', '/inboxes/99999999', undefined, { token });

    expect(list.body.payload.map(({ id }: { id: number }) => id)).toEqual([alsoMine.id, mine.id]);
    expect(page.body.payload.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    expect(shown.status).toBe(200);
    expect([denied.status, denied.body.error]).toEqual([403, 'Access denied']);
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Inbox not found']);
  });

  it('sees none without a membership', async () => {
    const account = await givenAccount(test);
    await givenInbox(account);
    const { token } = await givenAgent(test, account, 'Nobody', { inboxes: [] });

    const { status, body } = await account.call('GET', '/inboxes', undefined, { token });

    expect([status, body]).toEqual([200, { payload: [] }]);
  });
});

describe('an administrator', () => {
  it('sees every inbox without being a member of any', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const members = await account.call('GET', `/inbox_members/${inbox.id}`);
    const list = await account.call('GET', '/inboxes');

    expect(members.body).toEqual({ payload: [] });
    expect(list.body.payload).toEqual([inbox]);
  });
});
