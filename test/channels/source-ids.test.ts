import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);
const newPhone = () => `+49${next()}`;
const channels: Record<string, () => object> = {
  api: () => ({ type: 'api' }),
  web_widget: () => ({ type: 'web_widget', website_url: 'x.org' }),
  email: () => ({ type: 'email', email: `support-${next()}@example.com` }),
  line: () => ({ type: 'line', line_channel_id: String(next()) }),
  telegram: () => ({ type: 'telegram', bot_token: `${next()}:${'A'.repeat(35)}` }),
  whatsapp: () => ({ type: 'whatsapp', phone_number: newPhone() }),
  sms: () => ({ type: 'sms', phone_number: newPhone() }),
};

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const open = (account: TestAccount, inbox: { id: number }, contact: { id: number }, more: object = {}) =>
  account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more });

async function sourceIds(account: TestAccount, contact: { id: number }): Promise<string[]> {
  const { body } = await account.call('GET', `/contacts/${contact.id}`);
  return body.contact_inboxes.map(({ source_id }: { source_id: string }) => source_id);
}

describe('a contact in an inbox', () => {
  it.each([
    ['api', UUID],
    ['web_widget', UUID],
    ['email', 'carla@example.com'],
    ['sms', '+4915112345678'],
    ['whatsapp', '4915112345678'],
  ])("of the kind %s has the contact's address as its source id, or a new one", async (kind, expected) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channels[kind]!());
    const reachable = { name: 'Carla', email: 'carla@example.com', phone_number: '+4915112345678' };

    const created = await givenContact(account, { ...reachable, inbox_id: inbox.id });

    expect(created.contact_inboxes).toMatchObject([{ inbox_id: inbox.id, source_id: expected }]);
  });

  it.each([
    ['email', 'contact email is missing', 'email'],
    ['sms', 'contact phone number is missing', 'phone_number'],
    ['whatsapp', 'contact phone number is missing', 'phone_number'],
    ['line', 'source_id is missing', 'source_id'],
    ['telegram', 'source_id is missing', 'source_id'],
  ])('of the kind %s needs that address', async (kind, message, field) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channels[kind]!());
    const contact = await givenContact(account);

    const conversation = await open(account, inbox, contact);
    const created = await account.call('POST', '/contacts', { name: 'Dora', inbox_id: inbox.id });

    for (const { status, body } of [conversation, created]) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
      expect(body.message).toContain(message);
    }
    expect(await sourceIds(account, contact)).toEqual([]);
  });

  it.each([
    ['email', 'carla', 'carla@example.com'],
    ['sms', '491511', '+491511'],
    ['sms', '+1234567890123456', '+123456789012345'],
    ['whatsapp', '+491511', '491511'],
    ['line', null, 'U4af4980629'],
    ['telegram', null, '123456'],
    ['api', null, 'anything at all'],
  ])('of the kind %s cannot have the source id %s, but can have %s', async (kind, wrong, right) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channels[kind]!());
    const contact = await givenContact(account);

    const refused = wrong === null ? null : await open(account, inbox, contact, { source_id: wrong });
    const accepted = await open(account, inbox, contact, { source_id: right });

    if (refused) expect(refused).toMatchObject({ status: 422, body: { attributes: ['source_id'] } });
    expect(accepted.status).toBe(201);
    expect(await sourceIds(account, contact)).toEqual([right]);
  });

  it.each(['email', 'sms', 'whatsapp'])(
    'of the kind %s leaves the address to the contact that has it now',
    async (kind) => {
      const account = await givenAccount(test);
      const inbox = await givenInbox(account, channels[kind]!());
      const address = { email: 'shared@example.com', phone_number: '+4915100000000' };
      const before = await givenContact(account, { name: 'Before', ...address, inbox_id: inbox.id });
      const [known] = await sourceIds(account, before);
      await account.call('PATCH', `/contacts/${before.id}`, {
        email: 'other@example.com',
        phone_number: '+4915100000001',
      });

      const after = await givenContact(account, { name: 'After', ...address, inbox_id: inbox.id });

      expect(await sourceIds(account, after)).toEqual([known]);
      expect(await sourceIds(account, before)).not.toEqual([known]);
      expect(await sourceIds(account, before)).toHaveLength(1);
    },
  );

  it.each(['api', 'web_widget', 'telegram'])('of the kind %s keeps its source id', async (kind) => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account, channels[kind]!());
    await givenContact(account, { name: 'First', inbox_id: inbox.id, source_id: 'taken' });

    const second = await account.call('POST', '/contacts', { name: 'B', inbox_id: inbox.id, source_id: 'taken' });

    expect(second).toMatchObject({ status: 422, body: { message: 'source_id should be unique' } });
  });
});

describe('a conversation over WhatsApp', () => {
  it('can be replied to for a day after the contact wrote, over other channels at any time', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Carla', email: 'c@example.com', phone_number: newPhone() });
    const canReply: Record<string, boolean> = {};

    for (const kind of ['whatsapp', 'sms', 'email', 'api', 'web_widget']) {
      const inbox = await givenInbox(account, channels[kind]!());
      canReply[kind] = (await open(account, inbox, contact)).body.can_reply;
    }
    await test
      .rows()
      .updateTable('conversations')
      .set({ last_incoming_at: new Date(Date.now() - 23 * 60 * 60 * 1000) })
      .where('account_id', '=', account.id)
      .execute();
    const later = await account.call('GET', '/conversations?status=all');

    expect(canReply).toEqual({ whatsapp: false, sms: true, email: true, api: true, web_widget: true });
    for (const conversation of later.body.data.payload) expect(conversation.can_reply).toBe(true);
  });
});
