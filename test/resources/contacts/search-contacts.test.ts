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

describe('GET /contacts/search', () => {
  it('finds any part of name, e-mail, phone number and identifier, in any letter case', async () => {
    const account = await givenAccount(test);
    const contacts: { id: number; texts: string[] }[] = [];
    for (const contact of CONTACTS) {
      const { id } = await givenContact(account, contact);
      contacts.push({ id, texts: Object.values(contact).map((text) => text.toLowerCase()) });
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
        const wanted = q.trim().toLowerCase();
        const expected = contacts.filter((contact) => contact.texts.some((text) => text.includes(wanted)));

        expect(await search(account, q)).toEqual({
          status: 200,
          count: expected.length,
          ids: expected.map(({ id }) => id),
        });
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('follows what changes of a contact', async () => {
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

  it("does not find other accounts' contacts, nor text across two fields", async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    await givenContact(other, { name: 'Theirs' });
    await givenContact(account, { name: 'Mine', email: 'm@example.com' });

    expect((await search(account, 'theirs')).ids).toEqual([]);
    expect((await search(account, 'minem@')).ids).toEqual([]);
  });
});
