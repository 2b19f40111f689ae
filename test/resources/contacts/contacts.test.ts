import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteContactSeen } from '../../support/note-contact-seen.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { payloadsOf } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** Events of the account's contacts, oldest first: type and payload. */
const contactEvents = (account: TestAccount) => payloadsOf(test, account, ['contact_created', 'contact_updated']);

/** What is stored to sort and count by. */
async function sortKeys(id: number) {
  return test
    .rows()
    .selectFrom('contacts')
    .select(['name_key', 'company', 'city', 'country'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function contactsCount(account: TestAccount): Promise<number> {
  const row = await test
    .rows()
    .selectFrom('accounts')
    .select('contacts_count')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return row.contacts_count;
}

describe('POST /contacts', () => {
  it('answers the contact, bare and in the wrapper that older clients read', async () => {
    const account = await givenAccount(test);
    const contact = {
      name: 'Carla Contact',
      email: ' Carla@Example.COM ',
      phone_number: '+14155550123',
      identifier: 'crm-17',
      blocked: true,
      custom_attributes: { plan: 'gold', seats: 3 },
      additional_attributes: { city: 'Lisbon' },
    };

    const { status, body } = await account.call('POST', '/contacts', contact);

    expect(status).toBe(201);
    const { payload, ...bare } = body;
    expect(bare).toEqual({
      ...contact,
      id: expect.any(Number),
      email: 'carla@example.com',
      thumbnail: '',
      availability_status: 'offline',
      last_activity_at: null,
      created_at: expect.any(Number),
      contact_inboxes: [],
    });
    expect(payload).toEqual({
      contact: bare,
      contact_inbox: { id: null, inbox_id: null, source_id: null, claims: null, inbox: null },
    });
  });

  it('needs nothing at all', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/contacts', {});

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: '',
      email: null,
      phone_number: null,
      identifier: null,
      blocked: false,
      custom_attributes: {},
    });
  });

  it('treats a blank e-mail, phone number or identifier as none, for any number of contacts', async () => {
    const account = await givenAccount(test);
    const blank = { name: null, email: '', phone_number: ' ', identifier: '', custom_attributes: null };

    const answers = [await account.call('POST', '/contacts', blank), await account.call('POST', '/contacts', blank)];

    expect(answers).toMatchObject([{ status: 201 }, { status: 201 }]);
    expect(answers[0]?.body).toMatchObject({
      name: '',
      email: null,
      phone_number: null,
      identifier: null,
      custom_attributes: {},
    });
  });

  it('adds the contact to an inbox with the given source id, or with a new one', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const named = await account.call('POST', '/contacts', { name: 'A', inbox_id: inbox.id, source_id: 'device-1' });
    const unnamed = await account.call('POST', '/contacts', { name: 'B', inbox_id: inbox.id });

    const contactInbox = {
      id: expect.any(Number),
      inbox_id: inbox.id,
      source_id: 'device-1',
      claims: null,
      inbox: {
        id: inbox.id,
        avatar_url: '',
        channel_id: inbox.channel_id,
        name: 'Support',
        channel_type: 'Channel::Api',
        provider: null,
      },
    };
    expect(named.body.contact_inboxes).toEqual([contactInbox]);
    expect(named.body.payload.contact_inbox).toEqual(contactInbox);
    expect(unnamed.body.payload.contact_inbox.source_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is denied to agents who do not see the inbox, and leaves nothing behind then', async () => {
    const account = await givenAccount(test);
    const [seen, hidden] = [await givenInbox(account), await givenInbox(account)];
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [seen.id] });
    const create = (inbox: { id: number }) =>
      account.call('POST', '/contacts', { name: 'Carla', inbox_id: inbox.id }, { token: agent.token });

    const denied = await create(hidden);
    const created = await create(seen);

    expect([denied.status, denied.body.error, created.status]).toEqual([403, 'Access denied', 201]);
    expect(await contactsCount(account)).toBe(1);
  });

  it('leaves nothing behind when the inbox or the source id is refused', async () => {
    const account = await givenAccount(test);
    const outsider = await givenInbox(await givenAccount(test));
    const inbox = await givenInbox(account);
    await givenContact(account, { name: 'First', inbox_id: inbox.id, source_id: 'taken' });

    const elsewhere = await account.call('POST', '/contacts', { email: 'a@example.com', inbox_id: outsider.id });
    const taken = await account.call('POST', '/contacts', {
      email: 'a@example.com',
      inbox_id: inbox.id,
      source_id: 'taken',
    });

    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'Inbox not found' } });
    expect(taken).toMatchObject({ status: 422, body: { error: 'Validation failed', attributes: ['source_id'] } });
    expect(await contactsCount(account)).toBe(1);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
    expect(await contactEvents(account)).toHaveLength(1);
  });

  it.each([
    [{ email: 'not an address' }, 'email is not an e-mail address', ['email']],
    [{ email: 'a@b@c' }, 'email is not an e-mail address', ['email']],
    [{ phone_number: '0171 123' }, expect.stringContaining('phone_number should be in e164 format'), ['phone_number']],
    [{ phone_number: '+0123456' }, expect.stringContaining('e164'), ['phone_number']],
    [{ name: 'x'.repeat(256) }, 'name is too long (maximum is 255 characters)', ['name']],
    [{ name: 5 }, 'name must be text', ['name']],
    [{ name: 'a\u0000b' }, 'name must not contain the character U+0000', ['name']],
    [{ blocked: 'perhaps' }, 'blocked must be true or false', ['blocked']],
    [{ custom_attributes: ['plan'] }, 'custom_attributes must be an object', ['custom_attributes']],
    [{ inbox_id: 'first' }, 'inbox_id must be a whole number', ['inbox_id']],
  ])('refuses %j', async (contact, message, attributes) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/contacts', contact);

    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed', message, attributes } });
    expect(await contactsCount(account)).toBe(0);
  });

  it.each([
    ['email', 'Ann@example.com', 'ANN@example.com'],
    ['phone_number', '+14155550123', '+14155550123'],
    ['identifier', 'crm-1', 'crm-1'],
  ])('refuses a second contact with the same %s, in this account only', async (field, first, second) => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    await givenContact(account, { [field]: first });

    const again = await account.call('POST', '/contacts', { [field]: second });
    const elsewhere = await other.call('POST', '/contacts', { [field]: second });

    expect(again).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', message: `${field} has already been taken`, attributes: [field] },
    });
    expect(elsewhere.status).toBe(201);
  });

  it('makes one contact when many ask for the same e-mail at once', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => account.call('POST', '/contacts', { email: 'race@example.com' })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.message).toBe('email has already been taken');
    expect(await contactsCount(account)).toBe(1);
    expect(await contactEvents(account)).toHaveLength(1);
  });

  it('counts every contact when many are made at once', async () => {
    const account = await givenAccount(test);

    await Promise.all(Array.from({ length: 8 }, (_, n) => givenContact(account, { name: `C${n}` })));

    expect(await contactsCount(account)).toBe(8);
  });

  it('records an event for the new contact', async () => {
    const account = await givenAccount(test);

    const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });

    const block = {
      id: contact.id,
      name: 'Carla',
      email: 'carla@example.com',
      phone_number: null,
      identifier: null,
      thumbnail: '',
      blocked: false,
      additional_attributes: {},
      custom_attributes: {},
    };
    const { id: _, ...flat } = block;
    expect(await contactEvents(account)).toEqual([
      {
        type: 'contact_created',
        ...flat,
        avatar: '',
        account: { id: account.id, name: account.name },
        contact: { ...block, type: 'contact' },
      },
    ]);
  });

  it('is sent to webhooks of the whole account, and not to those of one inbox', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const wide = await account.call('POST', '/webhooks', {
      url: 'https://example.com/wide',
      subscriptions: ['contact_created'],
    });
    await account.call('POST', '/webhooks', {
      url: 'https://example.com/narrow',
      subscriptions: ['contact_created'],
      inbox_id: inbox.id,
    });

    await givenContact(account);

    const deliveries = await test
      .rows()
      .selectFrom('deliveries')
      .select('receiver_id')
      .where('account_id', '=', account.id)
      .execute();
    expect(deliveries).toEqual([{ receiver_id: wide.body.id }]);
  });

  it('stores what lists are sorted by, with the company from either attribute', async () => {
    const account = await givenAccount(test);

    const named = await givenContact(account, {
      name: 'ÉLODIE Ünal',
      additional_attributes: { company_name: 'Acme', company: 'Other', city: 'Lyon', country: 'FR' },
    });
    const plain = await givenContact(account, { additional_attributes: { company: 'Globex', city: 5, country: ' ' } });

    expect(await sortKeys(named.id)).toEqual({ name_key: 'élodie ünal', company: 'Acme', city: 'Lyon', country: 'FR' });
    expect(await sortKeys(plain.id)).toEqual({ name_key: '', company: 'Globex', city: null, country: null });
  });

  it('takes names that are longer in lower case', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/contacts', { name: 'İ'.repeat(255) });

    expect([status, body.name]).toEqual([201, 'İ'.repeat(255)]);
  });

  it('takes a form, and the fields under the word contact', async () => {
    const account = await givenAccount(test);
    const form = new FormData();
    form.set('contact[name]', 'Form');
    form.set('contact[blocked]', 'true');
    form.set('contact[custom_attributes][plan]', 'gold');

    const { status, body } = await account.call('POST', '/contacts', form);

    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Form', blocked: true, custom_attributes: { plan: 'gold' } });
  });

  it('is for people with a token', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);
    const agent = await givenAgent(test, account);

    const statuses = await Promise.all(
      [null, 'wrong', bot.token, agent.token].map((token) => account.call('POST', '/contacts', {}, { token })),
    );

    expect(statuses.map(({ status, body }) => [status, body.error])).toEqual([
      [401, 'Unauthorized'],
      [401, 'Unauthorized'],
      [403, 'Access denied'],
      [201, undefined],
    ]);
  });
});

describe('GET /contacts/{id}', () => {
  it('shows the contact, bare and as payload, with its inboxes unless they are not wanted', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const { payload: _, ...contact } = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });

    const shown = await account.call('GET', `/contacts/${contact.id}`);
    const without = await account.call('GET', `/contacts/${contact.id}?include_contact_inboxes=false`);

    expect(shown).toMatchObject({ status: 200, body: { ...contact, payload: contact } });
    expect(shown.body.contact_inboxes).toHaveLength(1);
    expect(without.body).not.toHaveProperty('contact_inboxes');
  });

  it('says whether the contact is online', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    await noteContactSeen(test.app.tx(), { id: contact.id, accountId: account.id }, new Date());

    const { body } = await account.call('GET', `/contacts/${contact.id}`);

    expect(body.availability_status).toBe('online');
  });

  it("does not find another account's contact, one that is gone, or a word", async () => {
    const account = await givenAccount(test);
    const theirs = await givenContact(await givenAccount(test));

    const answers = await Promise.all(
      [theirs.id, 999_999, 'first', '9'.repeat(12)].map((id) => account.call('GET', `/contacts/${id}`)),
    );

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: 'Contact not found' } });
  });
});

describe('PATCH /contacts/{id}', () => {
  it('changes what it names, and adds to the attributes', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, {
      name: 'Carla',
      email: 'carla@example.com',
      identifier: 'crm-1',
      custom_attributes: { plan: 'gold', nested: { a: 1 } },
      additional_attributes: { city: 'Lyon', company: 'Acme' },
    });

    const { status, body } = await account.call('PATCH', `/contacts/${contact.id}`, {
      name: 'Carla C.',
      identifier: '',
      blocked: true,
      custom_attributes: { seats: 3, nested: { b: 2 } },
      additional_attributes: { city: 'Paris' },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Carla C.',
      email: 'carla@example.com',
      identifier: null,
      blocked: true,
      custom_attributes: { plan: 'gold', seats: 3, nested: { b: 2 } },
      additional_attributes: { city: 'Paris', company: 'Acme' },
    });
    expect(body.custom_attributes.nested).toEqual({ b: 2 });
    expect(body.payload).toMatchObject({ id: contact.id, name: 'Carla C.' });
    expect((await account.call('GET', `/contacts/${contact.id}`)).body).toEqual(body);
    expect(await sortKeys(contact.id)).toEqual({ name_key: 'carla c.', company: 'Acme', city: 'Paris', country: null });
  });

  it('records an event with what changed, and none when nothing did', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Carla', custom_attributes: { b: 1, a: 2 } });

    await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Carla', custom_attributes: { a: 2 } });
    await account.call('PATCH', `/contacts/${contact.id}`, { email: 'carla@example.com', custom_attributes: { a: 3 } });

    const [created, updated, ...more] = await contactEvents(account);
    expect(created).toMatchObject({ type: 'contact_created' });
    expect(updated).toMatchObject({
      type: 'contact_updated',
      email: 'carla@example.com',
      contact: { id: contact.id, email: 'carla@example.com', custom_attributes: { a: 3, b: 1 } },
      changed_attributes: [
        { email: { previous_value: null, current_value: 'carla@example.com' } },
        { custom_attributes: { previous_value: { b: 1, a: 2 }, current_value: { b: 1, a: 3 } } },
      ],
    });
    expect(more).toEqual([]);
  });

  it('keeps what each of many changes at once adds', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);

    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        account.call('PATCH', `/contacts/${contact.id}`, { custom_attributes: { [`k${n}`]: n } }),
      ),
    );

    const { body } = await account.call('GET', `/contacts/${contact.id}`);
    expect(body.custom_attributes).toEqual({ k0: 0, k1: 1, k2: 2, k3: 3, k4: 4, k5: 5 });
  });

  it.each(['custom_attributes', 'additional_attributes'])(
    'refuses to add to %s when all of them together are too many, and changes the rest without them',
    async (field) => {
      const account = await givenAccount(test);
      const contact = await givenContact(account);
      const path = `/contacts/${contact.id}`;
      await account.call('PATCH', path, { [field]: { a: 'x'.repeat(60_000) } });

      const added = await account.call('PATCH', path, { [field]: { b: 'x'.repeat(60_000) } });
      const renamed = await account.call('PATCH', path, { name: 'Carla' });

      expect([added.status, added.body.attributes, renamed.status]).toEqual([422, [field], 200]);
      expect(added.body.message).toMatch(/is too large/);
      const { body } = await account.call('GET', path);
      expect([body.name, body[field].a.length, body[field].b]).toEqual(['Carla', 60_000, undefined]);
    },
  );

  it("refuses what another contact has, and not the contact's own", async () => {
    const account = await givenAccount(test);
    await givenContact(account, { email: 'taken@example.com', phone_number: '+14155550123' });
    const contact = await givenContact(account, { email: 'mine@example.com' });

    const taken = await account.call('PATCH', `/contacts/${contact.id}`, { name: 'New', phone_number: '+14155550123' });
    const own = await account.call('PATCH', `/contacts/${contact.id}`, { email: 'MINE@example.com' });

    expect(taken).toMatchObject({
      status: 422,
      body: { message: 'phone_number has already been taken', attributes: ['phone_number'] },
    });
    expect(own).toMatchObject({ status: 200, body: { email: 'mine@example.com', name: '' } });
  });

  it('is PUT as well, and refuses what creating refuses', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);

    const put = await account.call('PUT', `/contacts/${contact.id}`, { contact: { name: 'Put' } });
    const wrong = await account.call('PATCH', `/contacts/${contact.id}`, { email: 'nobody' });

    expect(put).toMatchObject({ status: 200, body: { name: 'Put' } });
    expect(wrong).toMatchObject({ status: 422, body: { error: 'Validation failed', attributes: ['email'] } });
  });

  it("does not find another account's contact", async () => {
    const account = await givenAccount(test);
    const theirs = await givenContact(await givenAccount(test));

    const answer = await account.call('PATCH', `/contacts/${theirs.id}`, { name: 'Mine' });

    expect(answer).toMatchObject({ status: 404, body: { error: 'Contact not found' } });
  });
});

describe('DELETE /contacts/{id}', () => {
  it('deletes the contact with its conversations, their counts and their files', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account, { name: 'Carla' });
    const kept = await givenContact(account, { name: 'Kurt' });
    for (const status of ['open', 'open', 'resolved']) {
      await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, status });
    }
    await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: kept.id,
      assignee_id: account.administrator.id,
    });
    const url = await givenFile(account, 1);

    const { status, text } = await account.call('DELETE', `/contacts/${contact.id}`);

    expect([status, text]).toEqual([200, '']);
    expect(await account.call('GET', `/contacts/${contact.id}`)).toMatchObject({ status: 404 });
    const { data } = (await account.call('GET', '/conversations?status=all')).body;
    expect(data.meta).toMatchObject({ all_count: 1, mine_count: 1, unassigned_count: 0 });
    expect(data.payload).toHaveLength(1);
    expect((await account.call('GET', '/conversations?status=resolved')).body.data.meta.all_count).toBe(0);
    expect(await contactsCount(account)).toBe(1);
    expect((await fetch(url)).status).toBe(404);
  });

  it('refuses while the contact is online, and not a moment later', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Carla' });
    await noteContactSeen(test.app.tx(), { id: contact.id, accountId: account.id }, new Date());
    const refused = await account.call('DELETE', `/contacts/${contact.id}`);
    await test
      .rows()
      .updateTable('presences')
      .set({ online_until: new Date(Date.now() - 1) })
      .where('contact_id', '=', contact.id)
      .execute();
    const allowed = await account.call('DELETE', `/contacts/${contact.id}`);

    expect(refused).toMatchObject({
      status: 422,
      body: { error: 'Contact is online', message: 'Carla cannot be deleted while online; try again later' },
    });
    expect(allowed.status).toBe(200);
  });

  it('is for administrators, for contacts of their account', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const theirs = await givenContact(await givenAccount(test));
    const agent = await givenAgent(test, account);

    const byAgent = await account.call('DELETE', `/contacts/${contact.id}`, undefined, { token: agent.token });
    const elsewhere = await account.call('DELETE', `/contacts/${theirs.id}`);

    expect(byAgent).toMatchObject({ status: 403, body: { error: 'Access denied' } });
    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'Contact not found' } });
    expect(await contactsCount(account)).toBe(1);
  });

  it('happens once when two ask for it', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    await givenContact(account);

    const answers = await Promise.all([1, 2, 3].map(() => account.call('DELETE', `/contacts/${contact.id}`)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await contactsCount(account)).toBe(1);
  });
});
