import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
/** A value that no other test has. */
const newId = () => `customer-${randomUUID()}`;
const newEmail = () => `${randomUUID()}@example.com`;

describe('GET /public/api/v1/inboxes/{inbox_identifier}', () => {
  it('shows an API inbox to anyone who knows its identifier', async () => {
    const inbox = await givenPublicInbox(test, account, { hmac_mandatory: true }, { csat_survey_enabled: true });

    const { status, body } = await inbox.call('GET', '');

    expect([status, body]).toEqual([
      200,
      {
        identifier: inbox.identifier,
        identity_validation_enabled: true,
        name: 'Support',
        timezone: 'UTC',
        working_hours: expect.any(Array),
        working_hours_enabled: false,
        csat_survey_enabled: true,
        greeting_enabled: false,
      },
    ]);
  });

  it.each([
    ['is unknown', async () => 'nothing'],
    ['cannot be stored', async () => '%00'],
    ['is of a website', async () => (await givenInbox(account, WIDGET)).website_token],
    [
      'is of an inbox that was deleted',
      async () => {
        const { id, inbox_identifier: identifier } = await givenInbox(account);
        await account.call('DELETE', `/inboxes/${id}`);
        return identifier;
      },
    ],
  ])('finds none where the identifier %s', async (_, identifier) => {
    const { status, body } = await test.request('GET', `/public/api/v1/inboxes/${await identifier()}`);

    expect([status, body.error]).toEqual([404, 'Inbox not found']);
  });

  it('is refused while the account is suspended', async () => {
    const suspended = await givenAccount(test);
    const inbox = await givenPublicInbox(test, suspended);
    const caller = await givenCaller(inbox);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();

    const answers = [await inbox.call('GET', ''), await inbox.call('GET', `${caller.path}/conversations`)];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(2).fill([401, 'Account is suspended']),
    );
  });
});

const WIDGET = { type: 'web_widget', website_url: 'https://shop.example.com' };

describe('POST .../contacts', () => {
  it('adds a contact with a secret of their own, and tells receivers', async () => {
    const inbox = await givenPublicInbox(test, account);
    const given = { name: 'Carla', email: newEmail(), identifier: newId(), custom_attributes: { plan: 'gold' } };

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await inbox.call('POST', '/contacts', given);
    });

    expect(answer).toMatchObject({ status: 201 });
    const { body } = answer as unknown as { body: { id: number; source_id: string } };
    expect(body).toEqual({
      ...given,
      id: expect.any(Number),
      source_id: expect.stringMatching(UUID),
      pubsub_token: expect.stringMatching(/.{30,}/),
      phone_number: null,
    });
    expect(typesOf(events)).toEqual(['contact_created']);
    const shown = await account.call('GET', `/contacts/${body.id}`);
    expect(shown.body).toMatchObject({
      ...given,
      contact_inboxes: [{ inbox_id: inbox.id, source_id: body.source_id }],
    });
  });

  it('gives contacts without a name two words', async () => {
    const inbox = await givenPublicInbox(test, account);

    const names = [await givenCaller(inbox, {}), await givenCaller(inbox, { name: ' ' })].map(({ name }) => name);

    for (const name of names) expect(name).toMatch(/^[a-z]+-[a-z]+$/);
  });

  it('gives the contact with the source id, as they are', async () => {
    const inbox = await givenPublicInbox(test, account);
    const source_id = newId();
    const first = await givenCaller(inbox, { name: 'Carla', source_id });

    const again = await givenCaller(inbox, { name: 'Mallory', email: newEmail(), source_id });

    expect(again).toEqual(first);
    expect(again.source_id).toBe(source_id);
  });

  it.each(['identifier', 'email', 'phone_number'])(
    'keeps the %s of another contact as a claim, and shows and changes nothing of that one',
    async (key) => {
      const inbox = await givenPublicInbox(test, account);
      const value = { identifier: newId(), email: newEmail(), phone_number: newPhone() }[key]!;
      const known = await givenContact(account, { name: 'Carla', [key]: value, custom_attributes: { plan: 'gold' } });

      const caller = await givenCaller(inbox, { name: 'Other', [key]: value });
      const { body: changed } = await inbox.call('PATCH', caller.path, { name: 'Another' });

      expect(caller.id).not.toBe(known.id);
      expect(caller).toMatchObject({ name: 'Other', [key]: value, custom_attributes: {} });
      expect(changed).toMatchObject({ name: 'Another', [key]: value });
      const { body: kept } = await account.call('GET', `/contacts/${known.id}`);
      expect(kept).toMatchObject({ name: 'Carla', [key]: value, contact_inboxes: [] });
      const { body: own } = await account.call('GET', `/contacts/${caller.id}`);
      expect(own).toMatchObject({ name: 'Another', [key]: null, contact_inboxes: [{ claims: { [key]: value } }] });
    },
  );

  it('gives the contact with the proved identifier one more source id, which shows their conversations', async () => {
    const inbox = await givenPublicInbox(test, account);
    const proof = inbox.proofOf(newId());
    const known = await givenContact(account, { name: 'Carla', identifier: proof.identifier });
    const first = await givenCaller(inbox, proof);
    const begun = await givenConversationOf(inbox, first);

    const second = await givenCaller(inbox, { ...proof, name: 'Other' });

    expect([first.id, second.id, second.name]).toEqual([known.id, known.id, 'Carla']);
    expect(new Set([first.source_id, second.source_id]).size).toBe(2);
    expect(new Set([first.pubsub_token, second.pubsub_token]).size).toBe(2);
    expect((await inbox.call('GET', `${second.path}/conversations`)).body).toMatchObject([{ id: begun.id }]);
  });

  it('adds one contact where many ask at once', async () => {
    const inbox = await givenPublicInbox(test, account);
    const proof = inbox.proofOf(newId());

    const all = await Promise.all(Array.from({ length: 5 }, () => givenCaller(inbox, proof)));

    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(new Set(all.map(({ source_id }) => source_id)).size).toBe(5);
  });

  it.each([
    ['email', 'nobody'],
    ['phone_number', '12'],
    ['avatar_url', 'http://127.0.0.1/a.png'],
    ['source_id', 'x'.repeat(256)],
    ['custom_attributes', 'none'],
  ])('refuses %s of %j', async (field, value) => {
    const inbox = await givenPublicInbox(test, account);

    const { status, body } = await inbox.call('POST', '/contacts', { [field]: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
  });
});

let phones = Date.now() % 1_000_000;
function newPhone(): string {
  phones += 1;
  return `+1415${String(phones).padStart(7, '0')}`;
}

describe('a contact', () => {
  it('is shown to themselves, with nothing that is for the team', async () => {
    const inbox = await givenPublicInbox(test, account);
    const { path, ...caller } = await givenCaller(inbox, { email: newEmail() });
    await account.call('PATCH', `/contacts/${caller.id}`, { additional_attributes: { vip: 'no' } });

    const { status, body } = await inbox.call('GET', path);

    expect([status, body]).toEqual([200, caller]);
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'custom_attributes',
        'email',
        'id',
        'identifier',
        'name',
        'phone_number',
        'pubsub_token',
        'source_id',
      ].toSorted(),
    );
  });

  it('changes their own values, attributes one by one, and keeps what is left out or blank', async () => {
    const inbox = await givenPublicInbox(test, account);
    const email = newEmail();
    const caller = await givenCaller(inbox, { name: 'Carla', email, custom_attributes: { plan: 'gold' } });
    const phone_number = newPhone();

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await inbox.call('PATCH', caller.path, {
        name: '',
        email: null,
        phone_number,
        identifier: newId(),
        custom_attributes: { size: 3 },
      });
    });

    const { path: _, ...before } = caller;
    const changed = { ...before, phone_number, custom_attributes: { plan: 'gold', size: 3 } };
    expect(answer).toMatchObject({ status: 200, body: changed });
    expect(typesOf(events)).toEqual(['contact_updated']);
  });

  it('is told nothing of who has an address that they give', async () => {
    const inbox = await givenPublicInbox(test, account);
    const [taken, free] = [newEmail(), newEmail()];
    const known = await givenContact(account, { name: 'Carla', email: taken });
    const [one, other] = [await givenCaller(inbox, { name: 'A' }), await givenCaller(inbox, { name: 'A' })];

    const answers = [
      await inbox.call('PATCH', one.path, { email: taken }),
      await inbox.call('PATCH', other.path, { email: free }),
    ];

    expect(answers.map(({ status, body }) => [status, body.email])).toEqual([
      [200, taken],
      [200, free],
    ]);
    expect((await account.call('GET', `/contacts/${known.id}`)).body.email).toBe(taken);
  });

  it('is not found by a source id of another inbox, or an unknown one', async () => {
    const inbox = await givenPublicInbox(test, account);
    const elsewhere = await givenCaller(await givenPublicInbox(test, await givenAccount(test)));

    const answers = await Promise.all(
      [elsewhere.path, '/contacts/nothing', '/contacts/%00', '/contacts/1'].map((path) => inbox.call('GET', path)),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([404, 'Contact not found']));
  });
});
