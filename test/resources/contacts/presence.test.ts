import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteContactSeen } from '../../support/note-contact-seen.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact } from '../../support/factories.ts';

const SECOND = 1000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** As the contact's browser makes it known. */
const seen = (account: { id: number }, { id }: { id: number }, secondsAgo = 0) =>
  noteContactSeen(test.app.tx(), { id, accountId: account.id }, new Date(Date.now() - secondsAgo * SECOND));
const names = (body: { payload: { name: string }[] }) => body.payload.map(({ name }) => name);

describe('GET contacts/active', () => {
  it('lists contacts who are online, the one seen last first', async () => {
    const account = await givenAccount(test);
    const [ann, bob, cleo] = [
      await givenContact(account, { name: 'Ann' }),
      await givenContact(account, { name: 'Bob' }),
      await givenContact(account, { name: 'Cleo' }),
    ];
    await givenContact(account, { name: 'Never' });
    await seen(account, ann, 40);
    await seen(account, bob, 10);
    await seen(account, cleo, 190);

    const { status, body } = await account.call('GET', '/contacts/active');

    expect(status).toBe(200);
    expect(names(body)).toEqual(['Bob', 'Ann']);
    expect(body.meta).toEqual({ count: 2, current_page: 1 });
    expect(body.payload[0]).toMatchObject({ availability_status: 'online', contact_inboxes: [] });
    expect((await account.call('GET', `/contacts/${cleo.id}`)).body.availability_status).toBe('offline');
  });

  it("has no other account's", async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    await seen(other, await givenContact(other));

    expect((await account.call('GET', '/contacts/active')).body).toEqual({
      payload: [],
      meta: { count: 0, current_page: 1 },
    });
  });

  it('comes in pages, in the order that is asked for', async () => {
    const account = await givenAccount(test);
    for (const email of ['b@example.com', undefined, 'a@example.com']) {
      await seen(account, await givenContact(account, { name: email ?? 'none', email }));
    }

    const all = (await account.call('GET', '/contacts/active?sort=email')).body;
    const second = (await account.call('GET', '/contacts/active?sort=-email&page=2&per_page=1')).body;

    expect(names(all)).toEqual(['a@example.com', 'b@example.com', 'none']);
    expect(names(second)).toEqual(['a@example.com']);
    expect(second.meta).toEqual({ count: 3, current_page: 2 });
  });

  it('leaves their inboxes out when asked to', async () => {
    const account = await givenAccount(test);
    await seen(account, await givenContact(account));

    const { body } = await account.call('GET', '/contacts/active?include_contact_inboxes=false');

    expect(body.payload[0]).not.toHaveProperty('contact_inboxes');
  });
});

describe('deleting a contact', () => {
  it('is refused as long as the contact is online', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { name: 'Carla' });
    await seen(account, contact, 170);

    const { status, body } = await account.call('DELETE', `/contacts/${contact.id}`);

    expect([status, body]).toEqual([
      422,
      { error: 'Contact is online', message: 'Carla cannot be deleted while online; try again later' },
    ]);
    expect((await account.call('GET', `/contacts/${contact.id}`)).status).toBe(200);
  });

  it('is possible three minutes after the last sign of life, and removes notes too', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    await account.call('POST', `/contacts/${contact.id}/notes`, { content: 'Likes tea' });
    await seen(account, contact, 181);

    const { status } = await account.call('DELETE', `/contacts/${contact.id}`);

    expect(status).toBe(200);
    expect(await test.rows().selectFrom('notes').select('id').where('contact_id', '=', contact.id).execute()).toEqual(
      [],
    );
  });
});
