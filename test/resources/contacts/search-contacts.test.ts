import { afterAll, beforeAll, expect, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function search(account: TestAccount, q: string) {
  const { status, body } = await account.call('GET', `/contacts/search?per_page=100&q=${encodeURIComponent(q)}`);
  return { status, count: body.meta?.count, ids: body.payload?.map(({ id }: { id: number }) => id) };
}

const CONTACTS = [
  { name: 'Ann_a ÉMILE', email: 'Ann.A@Example.com', phone_number: '+4912345678', identifier: 'CRM-É/1' },
  { name: '王明', email: 'wang@beispiel.de', phone_number: '+8613912345678' },
  { name: "O'Brien 100%", identifier: 'crm-2' },
  { name: '', email: 'nobody@example.com' },
  { name: 'a', phone_number: '+491234' },
  { name: 'İpek 👩‍👩‍👧', identifier: '"quoted" \\ back' },
];

/** In lower case and without accents. */
function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}

describe('GET /contacts/search', () => {
  it('finds any part of name, e-mail, phone number and identifier, in any letter case and with or without accents', async () => {
    const account = await givenAccount(test);
    const contacts: { id: number; texts: string[] }[] = [];
    for (const contact of CONTACTS) {
      const { id } = await givenContact(account, contact);
      contacts.push({ id, texts: Object.values(contact).map(plain) });
    }
    const texts = CONTACTS.flatMap((contact) => Object.values(contact)).filter(Boolean);
    const part = fc
      .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 8 }), fc.boolean())
      .map(([text, from, length, upper]) => {
        const characters = [...text];
        const start = from % characters.length;
        const cut = characters.slice(start, start + length).join('');
        return upper ? cut.toUpperCase() : cut;
      })
      .filter((text) => text.trim() !== '');

    await fc.assert(
      fc.asyncProperty(part, async (q) => {
        const wanted = plain(q.trim());
        const expected = contacts.filter((contact) => contact.texts.some((text) => text.includes(wanted)));

        expect(await search(account, q)).toEqual({
          status: 200,
          count: expected.length,
          ids: expected.map(({ id }) => id),
        });
      }),
      { numRuns: 150, examples: [['İ'], ['É'], ['émi'], ['IPEK']] },
    );
  });

  it('follows the changes of a contact', async () => {
    const account = await givenAccount(test);
    const { id } = await givenContact(account, { name: 'Old Name', email: 'old@example.com' });
    const before = await search(account, 'old');

    await account.call('PATCH', `/contacts/${id}`, { name: 'New Name', email: null });

    expect(before.ids).toEqual([id]);
    expect((await search(account, 'old')).ids).toEqual([]);
    expect((await search(account, 'w na')).ids).toEqual([id]);
    await account.call('DELETE', `/contacts/${id}`);
    expect(await search(account, 'new')).toEqual({ status: 200, count: 0, ids: [] });
    expect(await test.rows().selectFrom('contact_texts').selectAll().where('contact_id', '=', id).execute()).toEqual(
      [],
    );
  });

  it('finds a merged contact by what it took over, and not the one that is gone', async () => {
    const account = await givenAccount(test);
    const base = await givenContact(account, { name: 'Base' });
    const mergee = await givenContact(account, { name: 'Mergee', email: 'taken.over@example.com' });
    const before = await search(account, 'taken.over');

    const body = { base_contact_id: base.id, mergee_contact_id: mergee.id };
    await account.call('POST', '/actions/contact_merge', body);

    expect(before.ids).toEqual([mergee.id]);
    expect((await search(account, 'taken.over')).ids).toEqual([base.id]);
    expect((await search(account, 'mergee')).ids).toEqual([]);
  });

  it('counts what was found on a page beyond the last too', async () => {
    const account = await givenAccount(test);
    await givenContact(account, { name: 'Ann' });
    await givenContact(account, { name: 'Anna' });

    const [second, third] = await Promise.all(
      [2, 3].map((page) => account.call('GET', `/contacts/search?q=ann&per_page=1&page=${page}`)),
    );

    expect([second?.body.payload.length, second?.body.meta]).toEqual([1, { count: 2, current_page: 2 }]);
    expect([third?.body.payload.length, third?.body.meta]).toEqual([0, { count: 2, current_page: 3 }]);
  });

  it("does not find other accounts' contacts, nor text across two fields", async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    await givenContact(other, { name: 'Theirs' });
    await givenContact(account, { name: 'Mine', email: 'm@example.com' });

    expect((await search(account, 'theirs')).ids).toEqual([]);
    expect((await search(account, 'minem@')).ids).toEqual([]);
  });
});
