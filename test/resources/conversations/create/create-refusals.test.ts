import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../../support/factories.ts';

let test: TestApp;
let account: TestAccount;
let inbox: { id: number };
let contact: { id: number };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenInbox(account);
  contact = await givenContact(account);
});
afterAll(() => test.stop());

const create = (more: object = {}) =>
  account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more });

describe('POST /conversations', () => {
  it('does not find a contact or an inbox that does not exist', async () => {
    const noContact = await create({ contact_id: 999_999 });
    const noInbox = await create({ inbox_id: 999_999 });

    expect([noContact.status, noContact.body.error]).toEqual([404, 'Contact not found']);
    expect([noInbox.status, noInbox.body.error]).toEqual([404, 'Inbox not found']);
  });

  it("does not find another account's contact or inbox", async () => {
    const other = await givenAccount(test);
    const theirInbox = await givenInbox(other);
    const theirContact = await givenContact(other);

    const noContact = await create({ contact_id: theirContact.id });
    const noInbox = await create({ inbox_id: theirInbox.id });

    expect([noContact.status, noContact.body.error]).toEqual([404, 'Contact not found']);
    expect([noInbox.status, noInbox.body.error]).toEqual([404, 'Inbox not found']);
  });

  it('is refused without a contact or without an inbox', async () => {
    const noContact = await account.call('POST', '/conversations', { inbox_id: inbox.id });
    const noInbox = await account.call('POST', '/conversations', { contact_id: contact.id });
    const nothing = await account.call('POST', '/conversations');

    for (const answer of [noContact, noInbox, nothing]) {
      expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
    }
    expect(noContact.body).toMatchObject({ attributes: ['contact_id'], message: "contact_id can't be blank" });
    expect(noInbox.body).toMatchObject({ attributes: ['inbox_id'], message: "inbox_id can't be blank" });
  });

  it('is refused for an assignee who does not work in the account', async () => {
    const outsider = await givenAgent(test, await givenAccount(test));

    const answers = [
      await create({ assignee_id: outsider.id }),
      await create({ assignee_id: 999_999 }),
      await create({ assignee_id: 0 }),
    ];

    for (const { status, body } of answers) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['assignee_id']]);
    }
  });

  it('creates nothing when its first message is refused', async () => {
    const before = (await account.call('GET', '/conversations/meta?status=all')).body.meta.all_count;

    const { status } = await create({ message: { content: '', message_type: 'outgoing' } });

    expect(status).toBe(422);
    expect((await account.call('GET', '/conversations/meta?status=all')).body.meta.all_count).toBe(before);
  });

  it('has the documented text for a first message of another type', async () => {
    const { status, body } = await create({ message: { content: 'x', message_type: 'activity' } });

    expect([status, body.error]).toEqual([422, 'Invalid message type']);
  });

  it.each([
    ['inbox_id', 'one'],
    ['inbox_id', 1.5],
    ['inbox_id', -1],
    ['inbox_id', 2 ** 40],
    ['inbox_id', true],
    ['inbox_id', {}],
    ['contact_id', [1]],
    ['contact_id', '1; drop table contacts'],
    ['source_id', 5],
    ['source_id', 'x'.repeat(256)],
    ['source_id', 'a\u0000b'],
    ['status', 'snoozed'],
    ['status', 'closed'],
    ['status', 0],
    ['assignee_id', 'Ada'],
    ['hmac_verified', 'perhaps'],
    ['custom_attributes', 'text'],
    ['custom_attributes', ['list']],
    ['custom_attributes', 5],
    ['custom_attributes', { long: 'x'.repeat(1501) }],
    ['custom_attributes', { large: 10_000_000_000 }],
    ['custom_attributes', { nul: '\u0000' }],
    ['custom_attributes', { half: '\ud83d' }],
    ['custom_attributes', { list: Array.from({ length: 60_000 }, () => 1) }],
    ['additional_attributes', 'text'],
    ['additional_attributes', { 'nul \u0000': 1 }],
    ['message', 'text'],
    ['message', ['text']],
  ])('is refused with %s = %p', async (field, value) => {
    const { status, body } = await create({ [field]: value });

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.attributes).toEqual([field]);
    expect(body.message).toContain(field);
  });

  it('takes attributes up to their limits', async () => {
    const { status } = await create({
      custom_attributes: { long: 'x'.repeat(1500), large: 9_999_999_999, backslash: String.raw`\u0000` },
    });

    expect(status).toBe(201);
  });

  it('is refused with attributes that are nested too deeply', async () => {
    const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const body = `{"inbox_id":${inbox.id},"contact_id":${contact.id},"custom_attributes":${nested}}`;

    const { status } = await account.call('POST', '/conversations', body, {
      token: account.administrator.token,
      headers: { 'content-type': 'application/json' },
    });

    expect(status).toBe(422);
  });
});
