import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';
import { reply } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Known = { id: number };

async function givenConversationWith(account: TestAccount, contact: Known, inbox: Known) {
  const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  return body;
}

async function listed(account: TestAccount, contact: Known, token = account.administrator.token): Promise<number[]> {
  const { status, body } = await account.call('GET', `/contacts/${contact.id}/conversations`, undefined, { token });
  expect([status, Object.keys(body)]).toEqual([200, ['payload']]);
  return body.payload.map(({ id }: Known) => id);
}

describe('GET contacts/{id}/conversations', () => {
  it('lists them in full, the most recently active first', async () => {
    const account = await givenAccount(test);
    const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
    const first = await givenConversationWith(account, contact, inbox);
    const second = await givenConversationWith(account, contact, inbox);
    await givenConversationWith(account, await givenContact(account), inbox);
    await reply(account, first);

    expect(await listed(account, contact)).toEqual([first.id, second.id]);
    const { body } = await account.call('GET', `/contacts/${contact.id}/conversations`);
    expect(body.payload[0]).toEqual((await account.call('GET', `/conversations/${first.id}`)).body);
  });

  it('has those of any status', async () => {
    const account = await givenAccount(test);
    const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
    const conversation = await givenConversationWith(account, contact, inbox);
    await account.call('POST', `/conversations/${conversation.id}/toggle_status`, { status: 'resolved' });

    expect(await listed(account, contact)).toEqual([conversation.id]);
  });

  it('has 20 at most', async () => {
    const account = await givenAccount(test);
    const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
    for (let count = 0; count < 21; count += 1) await givenConversationWith(account, contact, inbox);

    expect(await listed(account, contact)).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
  });

  it('hides conversations of inboxes that an agent does not see', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const [mine, other] = [await givenInbox(account), await givenInbox(account)];
    const seen = await givenConversationWith(account, contact, mine);
    await givenConversationWith(account, contact, other);
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [mine.id] });
    const outsider = await givenAgent(test, account, 'Sue', { inboxes: [] });

    expect(await listed(account, contact, agent.token)).toEqual([seen.id]);
    expect(await listed(account, contact, outsider.token)).toEqual([]);
  });

  it('is empty for a contact without any', async () => {
    const account = await givenAccount(test);

    expect(await listed(account, await givenContact(account))).toEqual([]);
  });
});

describe('GET contacts/{id}/attachments', () => {
  const filesOf = async (account: TestAccount, contact: Known, query = '', token = account.administrator.token) => {
    const { status, body } = await account.call('GET', `/contacts/${contact.id}/attachments${query}`, undefined, {
      token,
    });
    expect(status).toBe(200);
    return body;
  };

  async function givenSent(account: TestAccount, conversation: Known, name: string) {
    const form = formWith('attachments[]', PICTURES['image/png'], { message_type: 'outgoing' }, name);
    const { status, body, text } = await account.call('POST', `/conversations/${conversation.id}/messages`, form);
    if (status !== 201) throw new Error(text);
    return body.attachments[0];
  }

  it('lists the files of all of their conversations, newest first, each with its conversation', async () => {
    const account = await givenAccount(test);
    const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
    const [one, two] = [
      await givenConversationWith(account, contact, inbox),
      await givenConversationWith(account, contact, inbox),
    ];
    const other = await givenConversationWith(account, await givenContact(account), inbox);
    const first = await givenSent(account, one, 'one.png');
    const second = await givenSent(account, two, 'two.png');
    await givenSent(account, other, 'other.png');

    const body = await filesOf(account, contact);

    expect(body.meta).toEqual({ total_count: 2, count: 2, current_page: 1 });
    expect(body.payload).toMatchObject([
      { id: second.id, conversation_id: two.id, data_url: second.data_url, file_type: 'image' },
      { id: first.id, conversation_id: one.id, sender: { type: 'User', id: account.administrator.id } },
    ]);
    expect((await filesOf(account, contact, '?page=2&per_page=1')).payload).toMatchObject([{ id: first.id }]);
  });

  it('hides files of inboxes that an agent does not see', async () => {
    const account = await givenAccount(test);
    const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
    await givenSent(account, await givenConversationWith(account, contact, inbox), 'one.png');
    const outsider = await givenAgent(test, account, 'Sue', { inboxes: [] });

    const body = await filesOf(account, contact, '', outsider.token);

    expect([body.payload, body.meta.count]).toEqual([[], 0]);
  });
});
