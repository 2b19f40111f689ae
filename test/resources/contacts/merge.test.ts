import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';
import { ask, messagesOf } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Known = { id: number };

function merge(account: TestAccount, base: Known, mergee: Known, token = account.administrator.token) {
  const body = { base_contact_id: base.id, mergee_contact_id: mergee.id };
  return account.call('POST', '/actions/contact_merge', body, { token });
}

const shown = async (account: TestAccount, { id }: Known) => (await account.call('GET', `/contacts/${id}`)).body;

async function givenConversationWith(account: TestAccount, contact: Known) {
  const inbox = await givenInbox(account);
  const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  await ask(account, body);
  return { inbox, conversation: body };
}

describe('POST actions/contact_merge', () => {
  it("gives the first contact the second one's conversations, messages, source ids and notes", async () => {
    const account = await givenAccount(test);
    const base = await givenContact(account, { name: 'Carla' });
    const mergee = await givenContact(account, { name: 'C. Contact' });
    const { conversation, inbox } = await givenConversationWith(account, mergee);
    await account.call('POST', `/contacts/${mergee.id}/notes`, { content: 'Likes tea' });

    const { status, body } = await merge(account, base, mergee);

    expect([status, body.id, body.name, body.payload.id]).toEqual([200, base.id, 'Carla', base.id]);
    expect(body.contact_inboxes).toMatchObject([{ inbox_id: inbox.id }]);
    const moved = (await account.call('GET', `/conversations/${conversation.id}`)).body;
    expect(moved.contact).toMatchObject({ id: base.id, name: 'Carla' });
    const [message] = await messagesOf(account, conversation);
    expect(message.sender).toMatchObject({ id: base.id, type: 'Contact', name: 'Carla' });
    const notes = (await account.call('GET', `/contacts/${base.id}/notes`)).body;
    expect(notes).toMatchObject([{ content: 'Likes tea', contact_id: base.id }]);
    const conversations = (await account.call('GET', `/contacts/${base.id}/conversations`)).body.payload;
    expect(conversations).toMatchObject([{ id: conversation.id }]);
  });

  it('deletes the second, and counts one contact less', async () => {
    const account = await givenAccount(test);
    const [base, mergee] = [await givenContact(account), await givenContact(account)];

    await merge(account, base, mergee);

    expect((await account.call('GET', `/contacts/${mergee.id}`)).status).toBe(404);
    expect((await account.call('GET', '/contacts')).body).toMatchObject({
      payload: [{ id: base.id }],
      meta: { count: 1 },
    });
  });

  it('leaves the numbers of conversations as they are', async () => {
    const account = await givenAccount(test);
    const [base, mergee] = [await givenContact(account), await givenContact(account)];
    await givenConversationWith(account, base);
    await givenConversationWith(account, mergee);
    const before = (await account.call('GET', '/conversations/meta')).body;

    await merge(account, base, mergee);

    expect((await account.call('GET', '/conversations/meta')).body).toEqual(before);
    expect(before.meta.all_count).toBe(2);
  });

  it('keeps the values of the first, and takes missing ones from the second', async () => {
    const account = await givenAccount(test);
    const base = await givenContact(account, {
      name: 'Carla',
      email: 'carla@example.com',
      custom_attributes: { plan: 'gold', nested: { a: 1, list: [1] } },
      additional_attributes: { city: 'Berlin' },
    });
    const mergee = await givenContact(account, {
      name: 'C. Contact',
      email: 'other@example.com',
      phone_number: '+4930123456',
      identifier: 'crm-7',
      custom_attributes: { plan: 'lead', since: 2020, nested: { a: 2, b: 3, list: [2] } },
      additional_attributes: { city: 'Bonn', country: 'Germany' },
    });

    const { body } = await merge(account, base, mergee);

    expect(body).toMatchObject({
      name: 'Carla',
      email: 'carla@example.com',
      phone_number: '+4930123456',
      identifier: 'crm-7',
      custom_attributes: { plan: 'gold', since: 2020, nested: { a: 1, b: 3, list: [1] } },
      additional_attributes: { city: 'Berlin', country: 'Germany' },
    });
    expect(await shown(account, base)).toEqual(body);
    const found = await account.call('GET', '/contacts?sort=country');
    expect(found.body.payload).toMatchObject([{ id: base.id }]);
  });

  it.each(['custom_attributes', 'additional_attributes'])('is refused where it makes %s too large', async (field) => {
    const account = await givenAccount(test);
    const base = await givenContact(account, { name: 'Carla', [field]: { first: 'x'.repeat(60_000) } });
    const mergee = await givenContact(account, { name: 'C. Contact', [field]: { second: 'x'.repeat(60_000) } });
    const before = [await shown(account, base), await shown(account, mergee)];

    const { status, body } = await merge(account, base, mergee);

    expect([status, body.message]).toEqual([422, `${field} is too large (maximum is 100000 characters of JSON)`]);
    expect([await shown(account, base), await shown(account, mergee)]).toEqual(before);
  });

  it('takes the name and the e-mail address where the first has none', async () => {
    const account = await givenAccount(test);
    const base = await givenContact(account, { phone_number: '+4930123456' });
    const mergee = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });

    const { body } = await merge(account, base, mergee);

    expect(body).toMatchObject({ name: 'Carla', email: 'carla@example.com', phone_number: '+4930123456' });
  });

  it('keeps the later of their last activities', async () => {
    const account = await givenAccount(test);
    const [base, mergee] = [await givenContact(account), await givenContact(account)];
    await givenConversationWith(account, mergee);

    const { body } = await merge(account, base, mergee);

    expect(body.last_activity_at).toBeGreaterThan(0);
  });

  it("leaves the first one's labels alone", async () => {
    const account = await givenAccount(test);
    const [base, mergee] = [await givenContact(account), await givenContact(account)];
    await account.call('POST', `/contacts/${base.id}/labels`, { labels: ['vip'] });
    await account.call('POST', `/contacts/${mergee.id}/labels`, { labels: ['spam'] });

    await merge(account, base, mergee);

    expect((await account.call('GET', `/contacts/${base.id}/labels`)).body).toEqual({ payload: ['vip'] });
    expect((await account.call('GET', '/contacts?labels[]=spam')).body.meta.count).toBe(0);
  });

  it("takes over the second one's picture, or drops it for the first one's own", async () => {
    const account = await givenAccount(test);
    const pictured = async () =>
      (await account.call('POST', '/contacts', formWith('avatar', PICTURES['image/png'], { name: 'P' }))).body;
    const [bare, one, two] = [await givenContact(account), await pictured(), await pictured()];

    const taken = await merge(account, bare, one);
    const kept = await merge(account, bare, two);

    expect(taken.body.thumbnail).toBe(one.thumbnail);
    expect((await fetch(one.thumbnail)).status).toBe(200);
    expect(kept.body.thumbnail).toBe(one.thumbnail);
    expect((await fetch(two.thumbnail)).status).toBe(404);
  });

  it('records an event with what has changed in the first', async () => {
    const account = await givenAccount(test);
    const base = await givenContact(account, { name: 'Carla' });
    const mergee = await givenContact(account, { name: 'C', email: 'carla@example.com' });

    const events = await eventsDuring(test, account, () => merge(account, base, mergee));

    expect(typesOf(events)).toEqual(['contact_updated']);
    expect(events[0]!.payload.contact).toMatchObject({ id: base.id, email: 'carla@example.com' });
    expect(changesOf(events[0]!)).toEqual({ email: [null, 'carla@example.com'] });
  });

  it('changes nothing when both are the same', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Carla' });
    const events = await eventsDuring(test, account, async () => {
      const { status, body } = await merge(account, contact, contact);

      expect([status, body.id]).toEqual([200, contact.id]);
    });

    expect(events).toEqual([]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
  });

  it('does not find contacts that do not exist or are of another account', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const [mine, theirs] = [await givenContact(account), await givenContact(other)];
    const nobody = { id: 999_999 };

    const answers = [
      await merge(account, mine, nobody),
      await merge(account, nobody, mine),
      await merge(account, nobody, nobody),
      await merge(account, mine, theirs),
      await merge(account, theirs, mine),
    ];

    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'Contact not found']);
    expect((await shown(other, theirs)).id).toBe(theirs.id);
    expect((await shown(account, mine)).id).toBe(mine.id);
  });

  it.each([
    [{}, ['base_contact_id', 'mergee_contact_id']],
    [{ base_contact_id: 1 }, ['mergee_contact_id']],
    [{ base_contact_id: 'x', mergee_contact_id: 1 }, ['base_contact_id']],
  ])('refuses %j', async (body, attributes) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/actions/contact_merge', body);

    expect([answer.status, answer.body.error, answer.body.attributes]).toEqual([422, 'Validation failed', attributes]);
  });

  it('may be done by agents', async () => {
    const account = await givenAccount(test);
    const [base, mergee] = [await givenContact(account), await givenContact(account)];
    const agent = await givenAgent(test, account);

    expect((await merge(account, base, mergee, agent.token)).status).toBe(200);
  });

  it('loses nothing when contacts are merged into each other at the same time', async () => {
    const account = await givenAccount(test);
    const [one, two] = [await givenContact(account), await givenContact(account)];
    const talks = [await givenConversationWith(account, one), await givenConversationWith(account, two)];

    const answers = await Promise.all([merge(account, one, two), merge(account, two, one), merge(account, one, two)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    const { body } = await account.call('GET', '/contacts');
    expect(body.meta.count).toBe(1);
    const left = (await account.call('GET', `/contacts/${body.payload[0].id}/conversations`)).body.payload;
    expect(left.map(({ id }: Known) => id).toSorted()).toEqual(
      talks.map(({ conversation }) => conversation.id).toSorted(),
    );
  });
});
