import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../../support/app.ts';
import { givenInboxAndContact } from '../../../support/inbox-and-contact.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('display_id', () => {
  it('counts 1, 2, 3 in each account', async () => {
    const [one, other] = [await givenInboxAndContact(test), await givenInboxAndContact(test)];

    const ids = [await one.create(), await one.create(), await other.create(), await one.create()].map(
      ({ body }) => body.display_id,
    );

    expect(ids).toEqual([1, 2, 1, 3]);
  });

  it('is given once, however many are created at once', async () => {
    const { account, create } = await givenInboxAndContact(test);

    const created = await Promise.all(
      Array.from({ length: 20 }, () => create({ message: { content: 'Me too', message_type: 'incoming' } })),
    );

    expect(created.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(created.map(({ body }) => body.display_id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect((await account.call('GET', '/conversations/meta')).body.meta.all_count).toBe(20);
  });

  it('is not given again after a deletion', async () => {
    const { account, create } = await givenInboxAndContact(test);
    await create();
    const { body: second } = await create();
    await account.call('DELETE', `/conversations/${second.id}`);

    const { body: third } = await create();

    expect(third.display_id).toBe(3);
  });
});

describe('an inbox and a contact of one account', () => {
  it('share one contact inbox, however many conversations are created at once', async () => {
    const { contact, create } = await givenInboxAndContact(test);

    await Promise.all(Array.from({ length: 10 }, () => create()));

    const rows = await test
      .rows()
      .selectFrom('contact_inboxes')
      .select('id')
      .where('contact_id', '=', contact.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});
