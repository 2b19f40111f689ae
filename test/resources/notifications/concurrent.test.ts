import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenContact, givenInbox } from '../../support/factories.ts';
import { listed } from './notification-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const DIGITS = [...'01234'];

describe('notifications', () => {
  it('are made, read and deleted by many at the same time', async () => {
    const account = await givenAccount(test);
    const agents = await Promise.all(DIGITS.slice(0, 3).map((digit) => givenAgent(test, account, `Gus ${digit}`)));
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const conversations: { id: number }[] = [];
    for (const _ of DIGITS) {
      const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
      await account.call('POST', pathOf(body, '/participants'), { user_ids: agents.map(({ id }) => id) });
      conversations.push(body);
    }
    const write = (conversation: { id: number }) =>
      account.call('POST', pathOf(conversation, '/messages'), { content: 'Hello', message_type: 'incoming' });
    const all = (below: string) =>
      agents.map((agent) => account.call('POST', `/notifications/${below}`, {}, { token: agent.token }));

    const answers = await Promise.all(
      DIGITS.flatMap(() => [...conversations.map(write), ...all('read_all'), ...all('destroy_all')]),
    );
    // Somebody leaves while others write.
    const [gone, ...others] = agents;
    const last = await Promise.all([
      ...conversations.map(write),
      account.call('DELETE', `/agents/${gone!.id}`),
      ...conversations.toReversed().map(write),
    ]);

    expect([...answers, ...last].filter(({ status }) => status > 201)).toEqual([]);
    for (const agent of others) {
      expect((await listed(account, agent)).meta).toMatchObject({ count: conversations.length });
    }
    const rows = await test
      .rows()
      .selectFrom('notifications')
      .select('user_id')
      .where('account_id', '=', account.id)
      .where('user_id', '=', gone!.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
