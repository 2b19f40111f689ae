import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, visitorIn } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const CARLA = { name: 'Carla', email: 'carla@example.com', phone_number: '+14155550123' };

describe('GET conversations', () => {
  it("shows the visitor's newest", async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    const { body: newer } = await website.call('POST', '/conversations', { message: { content: 'Again' } }, visitor);

    const { status, body } = await website.call('GET', '/conversations', undefined, visitor);

    expect([status, body]).toEqual([
      200,
      { id: newer.id, inbox_id: website.id, contact_last_seen_at: 0, status: 'open' },
    ]);
  });

  it('is empty before there is one', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    await account.call('DELETE', `/conversations/${visitor.message.conversation_id}`);

    const { status, body } = await website.call('GET', '/conversations', undefined, visitor);

    expect([status, body]).toEqual([200, {}]);
  });
});

describe('POST conversations', () => {
  it('writes down what was filled in, and the first message', async () => {
    const website = await givenWebsite(test, account);

    const answer = await website.call('POST', '/conversations', {
      contact: CARLA,
      message: { content: 'Hello', referer_url: 'https://shop.example.com/' },
      custom_attributes: { order_id: 'A-1042' },
    });

    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({
        inbox_id: website.id,
        status: 'open',
        messages: [expect.objectContaining({ content: 'Hello', message_type: 0 })],
        custom_attributes: { order_id: 'A-1042' },
        contact: expect.objectContaining(CARLA),
      }),
    ]);
    const again = await website.call('GET', '/messages', undefined, visitorIn(answer));
    expect(again.body.payload).toHaveLength(1);
  });

  it('names who gives only an e-mail address by its first part', async () => {
    const website = await givenWebsite(test, account);

    const { body } = await website.call('POST', '/conversations', {
      contact: { email: 'carla@example.com' },
      message: { content: 'Hello' },
    });

    expect(body.contact.name).toBe('carla');
  });

  it('is of a new contact where another one has the address, and shows and changes nothing of that one', async () => {
    const website = await givenWebsite(test, account);
    const known = await givenContact(account, { ...CARLA, identifier: 'c-1' });

    const answer = await website.call('POST', '/conversations', {
      contact: { name: 'Mallory', email: CARLA.email, custom_attributes: { size: 'L' } },
      message: { content: 'Hello' },
    });

    expect(answer.body.contact).toEqual({
      id: expect.any(Number),
      name: 'Mallory',
      email: CARLA.email,
      phone_number: null,
      identifier: null,
      custom_attributes: { size: 'L' },
    });
    expect(answer.body.contact.id).not.toBe(known.id);
    expect((await account.call('GET', `/contacts/${known.id}`)).body).toMatchObject({
      ...CARLA,
      custom_attributes: {},
    });
    const { body } = await website.call('POST', '/config', {}, visitorIn(answer));
    expect(body.contact).toMatchObject({ email: CARLA.email, has_email: true, phone_number: null, identifier: null });
    const { body: seen } = await account.call('GET', `/conversations/${answer.body.id}`);
    expect(seen.meta.claims).toEqual({ email: CARLA.email });
    expect(seen.meta.sender).toMatchObject({ name: 'Mallory', email: null, custom_attributes: { size: 'L' } });
  });

  it('keeps a phone number that another contact has for the team, and leaves that contact as it is', async () => {
    const website = await givenWebsite(test, account);
    const known = await givenContact(account, { name: 'Vic', phone_number: '+4366012345' });

    const { body } = await website.call('POST', '/conversations', {
      contact: { name: 'Ann', phone_number: '+4366012345', custom_attributes: { plan: 'gold' } },
      message: { content: 'Hello' },
    });

    const { body: own } = await account.call('GET', `/contacts/${body.contact.id}`);
    expect(own).toMatchObject({ name: 'Ann', phone_number: null, custom_attributes: { plan: 'gold' } });
    expect(own.contact_inboxes).toMatchObject([{ inbox_id: website.id, claims: { phone_number: '+4366012345' } }]);
    expect((await account.call('GET', `/contacts/${known.id}`)).body).toMatchObject({
      name: 'Vic',
      phone_number: '+4366012345',
      custom_attributes: {},
    });
  });

  it('takes no address as proof where identities must be proved', async () => {
    const website = await givenWebsite(test, account, { hmac_mandatory: true });
    const known = await givenContact(account, CARLA);

    const { body } = await website.call('POST', '/conversations', {
      contact: { name: 'Mallory', email: CARLA.email },
      message: { content: 'Hello' },
    });

    expect(body.contact).toMatchObject({ name: 'Mallory', email: CARLA.email });
    expect(body.contact.id).not.toBe(known.id);
  });

  it('continues the only conversation of an inbox that allows one', async () => {
    const website = await givenWebsite(test, account, {}, { lock_to_single_conversation: true });
    const visitor = await givenVisitor(website);

    const { body } = await website.call('POST', '/conversations', { message: { content: 'Again' } }, visitor);

    expect([body.id, body.messages.length]).toEqual([visitor.message.conversation_id, 2]);
  });

  it('is refused for a phone number that is none, and makes nobody a contact then', async () => {
    const website = await givenWebsite(test, account);

    const { status, body } = await website.call('POST', '/conversations', { contact: { phone_number: '123' } });

    expect([status, body.attributes]).toEqual([422, ['contact.phone_number']]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(0);
  });
});
