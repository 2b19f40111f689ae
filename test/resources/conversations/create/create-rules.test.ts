import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, givenBot, givenContact, givenConversation, givenInbox } from '../../../support/factories.ts';
import { messagesOf, toggle } from '../../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** An account with an inbox and a contact, and a request that creates a conversation of the two. */
async function given(inboxMore: object = {}) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  if (Object.keys(inboxMore).length > 0) await account.call('PATCH', `/inboxes/${inbox.id}`, inboxMore);
  const contact = await givenContact(account);
  const create = (more: object = {}) =>
    account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more });
  return { account, inbox, contact, create };
}

const incoming = { content: 'Hello', message_type: 'incoming' };

describe('the status of a new conversation', () => {
  it.each(['open', 'pending', 'resolved'])(
    'is %s when that is requested, whatever its first message is',
    async (status) => {
      const { create } = await given();

      const answers = await Promise.all([
        create({ status }),
        create({ status, message: incoming }),
        create({ status, message: { content: 'Hi' } }),
      ]);

      expect(answers.map(({ body }) => body.status)).toEqual([status, status, status]);
    },
  );

  it('is the requested one even if the inbox has a bot and the contact is blocked', async () => {
    const { account, inbox, contact, create } = await given();
    await givenBot(test, account, inbox.id);
    await account.call('PATCH', `/contacts/${contact.id}`, { blocked: true });

    const { body } = await create({ status: 'open' });

    expect(body.status).toBe('open');
  });

  it('is pending in an inbox with a bot', async () => {
    const { account, inbox, create } = await given();
    await givenBot(test, account, inbox.id);

    const { body } = await create({ message: incoming });

    expect(body.status).toBe('pending');
  });

  it('is resolved with a blocked contact, whatever it writes', async () => {
    const { account, inbox, contact, create } = await given();
    await givenBot(test, account, inbox.id);
    await account.call('PATCH', `/contacts/${contact.id}`, { blocked: true });

    const { body } = await create({ message: incoming });

    expect([body.status, body.messages.length]).toEqual(['resolved', 1]);
  });
});

describe('an inbox that is locked to a single conversation', () => {
  it('adds the message to the conversation that it has', async () => {
    const { account, create } = await given({ lock_to_single_conversation: true });
    const { body: first } = await create({ message: incoming });
    await toggle(account, first, 'resolved');

    const { status, body: second } = await create({ message: { ...incoming, content: 'Me again' } });

    expect([status, second.id, second.status]).toEqual([201, first.id, 'open']);
    expect(
      (await messagesOf(account, first)).filter(({ message_type: type }: { message_type: number }) => type === 0),
    ).toHaveLength(2);
  });

  it('has one conversation, however many are requested at once', async () => {
    const { create } = await given({ lock_to_single_conversation: true });

    const answers = await Promise.all(Array.from({ length: 10 }, () => create()));

    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([1]));
  });

  it('has one for each contact', async () => {
    const { account, inbox, create } = await given({ lock_to_single_conversation: true });
    const other = await givenContact(account);

    const answers = [await create(), await create({ contact_id: other.id }), await create()];

    expect(answers.map(({ body }) => body.id)).toEqual([1, 2, 1]);
    expect(answers.map(({ body }) => body.inbox_id)).toEqual([inbox.id, inbox.id, inbox.id]);
  });
});

describe('a contact or an inbox that is deleted meanwhile', () => {
  it.each(['contacts', 'inboxes'])('is not found, and nothing else breaks (%s)', async (what) => {
    const statuses = new Set<number>();

    for (let round = 0; round < 5; round++) {
      const { account, inbox, contact, create } = await given();
      const creations = () => Array.from({ length: 4 }, () => create({ message: incoming }));
      const deletion = account.call('DELETE', `/${what}/${what === 'contacts' ? contact.id : inbox.id}`);
      const answers = await Promise.all([...creations(), deletion, ...creations()]);
      for (const { status } of answers) statuses.add(status);
      expect((await account.call('GET', '/conversations/meta?status=all')).body.meta.all_count).toBe(0);
    }

    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
  });
});

describe('the source id of a new conversation', () => {
  it('is found or created for the contact and the inbox', async () => {
    const { account, inbox, contact, create } = await given();

    const first = await create();
    const second = await create();
    const named = await create({ source_id: 'their-name', hmac_verified: true });

    expect([first, second, named].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(named.body.meta.hmac_verified).toBe(true);
    const { body } = await account.call('GET', `/contacts/${contact.id}`);
    expect(body.contact_inboxes).toMatchObject([
      { inbox_id: inbox.id, source_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { inbox_id: inbox.id, source_id: 'their-name' },
    ]);
  });

  it('is enough by itself when an inbox has it', async () => {
    const { account, inbox, contact, create } = await given();
    await create({ source_id: 'their-name' });

    const alone = await account.call('POST', '/conversations', { source_id: 'their-name' });
    const withInbox = await account.call('POST', '/conversations', { source_id: 'their-name', inbox_id: inbox.id });
    const withContact = await account.call('POST', '/conversations', {
      source_id: 'their-name',
      contact_id: contact.id,
    });

    for (const { status, body } of [alone, withInbox, withContact]) {
      expect([status, body.inbox_id, body.contact.id]).toEqual([201, inbox.id, contact.id]);
    }
  });

  it('is not found when no inbox of the account has it', async () => {
    const { account, create } = await given();
    await create({ source_id: 'their-name' });
    const other = await givenAccount(test);
    const { inbox_id: inboxId } = await givenConversation(account);

    const answers = [
      await account.call('POST', '/conversations', { source_id: 'nobody' }),
      await other.call('POST', '/conversations', { source_id: 'their-name' }),
      await account.call('POST', '/conversations', { source_id: 'their-name', inbox_id: inboxId }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([404, 'Contact inbox not found']),
    );
  });

  it("cannot be another contact's", async () => {
    const { account, create } = await given();
    const other = await givenContact(account);
    await create({ source_id: 'their-name' });

    const { status, body } = await create({ contact_id: other.id, source_id: 'their-name' });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['source_id']]);
  });

  it('counts as absent when it is empty', async () => {
    const { account, contact, create } = await given();

    const { status } = await create({ source_id: '' });

    expect(status).toBe(201);
    const { body } = await account.call('GET', `/contacts/${contact.id}`);
    expect(body.contact_inboxes[0].source_id).toMatch(/^[0-9a-f-]{36}$/);
  });
});
