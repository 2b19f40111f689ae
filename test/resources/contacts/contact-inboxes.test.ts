import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const newPhone = () => `+49${randomInt(1e9, 1e10)}`;

/** An inbox of each kind. */
async function givenInboxes(account: TestAccount) {
  return {
    api: await givenInbox(account),
    widget: await givenInbox(account, { type: 'web_widget', website_url: 'https://example.com' }),
    email: await givenInbox(account, { type: 'email', email: `${randomUUID()}@example.com` }),
    sms: await givenInbox(account, { type: 'sms', phone_number: newPhone() }),
    whatsapp: await givenInbox(account, { type: 'whatsapp', phone_number: newPhone() }),
    line: await givenInbox(account, { type: 'line', line_channel_id: randomUUID() }),
    telegram: await givenInbox(account, { type: 'telegram', bot_token: `${randomInt(1e8, 1e9)}:${'A'.repeat(35)}` }),
  };
}

async function contactable(account: TestAccount, contact: { id: number }, token = account.administrator.token) {
  const { status, body } = await account.call('GET', `/contacts/${contact.id}/contactable_inboxes`, undefined, {
    token,
  });
  expect(status).toBe(200);
  return new Map<number, string>(
    body.payload.map((item: { inbox: { id: number }; source_id: string }) => [item.inbox.id, item.source_id]),
  );
}

const enter = (account: TestAccount, contact: { id: number }, body: object, token = account.administrator.token) =>
  account.call('POST', `/contacts/${contact.id}/contact_inboxes`, body, { token });

describe('GET contacts/{id}/contactable_inboxes', () => {
  it("offers each inbox with the contact's address there", async () => {
    const account = await givenAccount(test);
    const inboxes = await givenInboxes(account);
    const contact = await givenContact(account, { email: 'carla@example.com', phone_number: '+4930123456' });

    const offered = await contactable(account, contact);

    expect(offered.get(inboxes.api.id)).toMatch(UUID);
    expect(offered.get(inboxes.email.id)).toBe('carla@example.com');
    expect(offered.get(inboxes.sms.id)).toBe('+4930123456');
    expect(offered.get(inboxes.whatsapp.id)).toBe('4930123456');
    expect(offered.size).toBe(4);
  });

  it('leaves out inboxes for which the contact has no address', async () => {
    const account = await givenAccount(test);
    const inboxes = await givenInboxes(account);
    const contact = await givenContact(account, { name: 'Carla' });

    expect([...(await contactable(account, contact)).keys()]).toEqual([inboxes.api.id]);
  });

  it('offers the source id that the contact has already', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    await enter(account, contact, { inbox_id: inbox.id, source_id: 'carla' });

    expect([...(await contactable(account, contact))]).toEqual([[inbox.id, 'carla']]);
  });

  it('offers a website to a visitor until they have a conversation there', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://example.com' });
    const contact = await givenContact(account);
    const never = await contactable(account, contact);
    await enter(account, contact, { inbox_id: inbox.id, source_id: 'visitor' });

    const before = await contactable(account, contact);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    const after = await contactable(account, contact);

    expect([[...never], [...before], [...after]]).toEqual([[], [[inbox.id, 'visitor']], []]);
  });

  it('shows the inbox in short', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);

    const { body } = await account.call('GET', `/contacts/${contact.id}/contactable_inboxes`);

    expect(body.payload[0].inbox).toEqual({
      id: inbox.id,
      avatar_url: '',
      channel_id: inbox.channel_id,
      name: 'Support',
      channel_type: 'Channel::Api',
      provider: null,
    });
  });

  it('offers agents only the inboxes that they see', async () => {
    const account = await givenAccount(test);
    const [mine] = [await givenInbox(account), await givenInbox(account)];
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [mine.id] });
    const outsider = await givenAgent(test, account, 'Sue', { inboxes: [] });
    const contact = await givenContact(account);

    expect([...(await contactable(account, contact, agent.token)).keys()]).toEqual([mine.id]);
    expect((await contactable(account, contact, outsider.token)).size).toBe(0);
  });
});

describe('POST contacts/{id}/contact_inboxes', () => {
  it('adds the contact to an inbox with the given source id', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);

    const { status, body } = await enter(account, contact, {
      inbox_id: inbox.id,
      source_id: 'carla',
      hmac_verified: true,
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ inbox_id: inbox.id, source_id: 'carla', inbox: { id: inbox.id, name: 'Support' } });
    const shown = (await account.call('GET', `/contacts/${contact.id}`)).body;
    expect(shown.contact_inboxes).toEqual([body]);
  });

  it('uses a random source id if none is given, or the address', async () => {
    const account = await givenAccount(test);
    const { api, email } = await givenInboxes(account);
    const contact = await givenContact(account, { email: 'carla@example.com' });

    const made = await enter(account, contact, { inbox_id: api.id });
    const taken = await enter(account, contact, { inbox_id: email.id, source_id: '' });

    expect(made.body.source_id).toMatch(UUID);
    expect(taken.body.source_id).toBe('carla@example.com');
  });

  it('moves a long address to the contact that has it now, like any other', async () => {
    const account = await givenAccount(test);
    const { email } = await givenInboxes(account);
    const address = `${'a'.repeat(243)}@example.com`;
    const [before, now] = [await givenContact(account, { email: address }), await givenContact(account)];
    await enter(account, before, { inbox_id: email.id });

    const { status, body } = await enter(account, now, { inbox_id: email.id, source_id: address });

    expect([status, body.source_id]).toEqual([201, address]);
    const [former] = (await account.call('GET', `/contacts/${before.id}`)).body.contact_inboxes;
    expect(former.source_id).toMatch(/^a+ until [\da-f-]{36}$/);
  });

  it('answers the contact inbox that exists already', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const first = await enter(account, contact, { inbox_id: inbox.id, source_id: 'carla' });

    const again = await enter(account, contact, { inbox_id: inbox.id, source_id: 'carla' });
    const other = await enter(account, contact, { inbox_id: inbox.id, source_id: 'carla 2' });

    expect(again.body).toEqual(first.body);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('refuses the source id of another contact', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await enter(account, await givenContact(account), { inbox_id: inbox.id, source_id: 'carla' });

    const { status, body } = await enter(account, await givenContact(account), {
      inbox_id: inbox.id,
      source_id: 'carla',
    });

    expect([status, body.message]).toEqual([422, 'source_id should be unique']);
  });

  it('refuses a contact without the address that the inbox needs', async () => {
    const account = await givenAccount(test);
    const { email, sms } = await givenInboxes(account);
    const contact = await givenContact(account, { name: 'Carla' });

    const answers = [
      await enter(account, contact, { inbox_id: email.id }),
      await enter(account, contact, { inbox_id: sms.id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers[0]!.body.message).toContain('contact email');
    expect(answers[1]!.body.message).toContain('contact phone number');
  });

  it('does not find an inbox that does not exist or is of another account', async () => {
    const account = await givenAccount(test);
    const theirs = await givenInbox(await givenAccount(test));
    const contact = await givenContact(account);

    for (const id of [999_999, theirs.id]) {
      const { status, body } = await enter(account, contact, { inbox_id: id });
      expect([status, body.error]).toEqual([404, 'Inbox not found']);
    }
    expect((await enter(account, contact, {})).body).toMatchObject({ attributes: ['inbox_id'] });
  });

  it('is denied to agents who do not see the inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const agent = await givenAgent(test, account, 'Sue', { inboxes: [] });

    const { status, body } = await enter(account, contact, { inbox_id: inbox.id }, agent.token);

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });
});

describe('POST contact_inboxes/filter', () => {
  const filter = (account: TestAccount, body: object, token = account.administrator.token) =>
    account.call('POST', '/contact_inboxes/filter', body, { token });

  it('finds the contact with that source id in the inbox', async () => {
    const account = await givenAccount(test);
    const [inbox, other] = [await givenInbox(account), await givenInbox(account)];
    const contact = await givenContact(account, { name: 'Carla' });
    await enter(account, contact, { inbox_id: inbox.id, source_id: 'carla' });

    const found = await filter(account, { inbox_id: inbox.id, source_id: 'carla' });
    const elsewhere = await filter(account, { inbox_id: other.id, source_id: 'carla' });

    expect([found.status, found.body.id, found.body.name]).toEqual([200, contact.id, 'Carla']);
    expect(found.body.contact_inboxes).toMatchObject([{ inbox_id: inbox.id, source_id: 'carla' }]);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'Contact not found']);
  });

  it('does not find inboxes that do not exist, are of others, or that the caller does not see', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const theirs = await givenInbox(await givenAccount(test));
    const agent = await givenAgent(test, account, 'Sue', { inboxes: [] });

    const [unknown, foreign, hidden] = [
      await filter(account, { inbox_id: 999_999, source_id: 'x' }),
      await filter(account, { inbox_id: theirs.id, source_id: 'x' }),
      await filter(account, { inbox_id: inbox.id, source_id: 'x' }, agent.token),
    ];

    expect([unknown.status, unknown.body.error]).toEqual([404, 'Inbox not found']);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Inbox not found']);
    expect([hidden.status, hidden.body.error]).toEqual([403, 'Access denied']);
  });

  it.each([
    [{ source_id: 'x' }, ['inbox_id']],
    [{ inbox_id: 1 }, ['source_id']],
    [{ inbox_id: 1, source_id: ' ' }, ['source_id']],
  ])('needs both: %j', async (body, attributes) => {
    const answer = await filter(await givenAccount(test), body);

    expect([answer.status, answer.body.attributes]).toEqual([422, attributes]);
  });
});
