import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { json } from '../../../src/db/dialect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { statementsDuring } from '../../support/database/statements.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** The names on the page that `query` asks for. */
async function names(account: TestAccount, query: string): Promise<string[]> {
  const { status, body, text } = await account.call('GET', `/contacts${query}`);
  if (status !== 200) throw new Error(text);
  return body.payload.map(({ name }: { name: string }) => name);
}

async function givenContacts(account: TestAccount, contacts: object[]) {
  const given = [];
  for (const contact of contacts) given.push(await givenContact(account, contact));
  return given;
}

describe('GET /contacts', () => {
  it('lists contacts with their inboxes, and counts them all', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const { payload: _, ...first } = await givenContact(account, { name: 'First', inbox_id: inbox.id });
    const { payload: __, ...second } = await givenContact(account, { name: 'Second' });
    await givenContact(await givenAccount(test), { name: 'Elsewhere' });

    const { status, body } = await account.call('GET', '/contacts');

    expect(status).toBe(200);
    expect(body).toEqual({ payload: [first, second], meta: { count: 2, current_page: 1 } });
    expect(first.contact_inboxes).toMatchObject([{ inbox_id: inbox.id, inbox: { id: inbox.id, name: 'Support' } }]);
  });

  it('leaves the inboxes out when they are not wanted', async () => {
    const account = await givenAccount(test);
    await givenContact(account);

    const { body } = await account.call('GET', '/contacts?include_contact_inboxes=false');

    expect(body.payload[0]).not.toHaveProperty('contact_inboxes');
  });

  it.each([
    ['email', { email: 'a@x.org' }, { email: 'b@x.org' }],
    ['phone_number', { phone_number: '+10' }, { phone_number: '+11' }],
    ['company', { additional_attributes: { company: 'A' } }, { additional_attributes: { company_name: 'B' } }],
    ['company_name', { additional_attributes: { company_name: 'A' } }, { additional_attributes: { company: 'B' } }],
    ['city', { additional_attributes: { city: 'A' } }, { additional_attributes: { city: 'B' } }],
    ['country', { additional_attributes: { country: 'A' } }, { additional_attributes: { country: 'B' } }],
  ])('sorts by %s, those without it last in both directions', async (key, low, high) => {
    const account = await givenAccount(test);
    await givenContacts(account, [
      { name: 'none' },
      { name: 'high', ...high },
      { name: 'low', ...low },
      { name: 'neither' },
    ]);

    const ascending = await names(account, `?sort=${key}`);
    const descending = await names(account, `?sort=-${key}`);

    expect(ascending).toEqual(['low', 'high', 'none', 'neither']);
    expect(descending).toEqual(['high', 'low', 'neither', 'none']);
  });

  it('sorts by name in any letter case', async () => {
    const account = await givenAccount(test);
    await givenContacts(account, [{ name: 'bob' }, { name: 'Änne' }, { name: 'Carl' }, { name: 'Anna' }]);

    expect(await names(account, '?sort=name')).toEqual(['Anna', 'bob', 'Carl', 'Änne']);
    expect(await names(account, '?sort=-name')).toEqual(['Änne', 'Carl', 'bob', 'Anna']);
  });

  it('sorts by the time of creation and of the last message', async () => {
    const account = await givenAccount(test);
    const contacts = await givenContacts(account, [{ name: 'old' }, { name: 'new' }, { name: 'silent' }]);
    for (const [index, { id }] of contacts.slice(0, 2).entries()) {
      const last_activity_at = new Date(Date.UTC(2026, 0, 2 - index));
      await test.rows().updateTable('contacts').set({ last_activity_at }).where('id', '=', id).execute();
    }

    expect(await names(account, '?sort=-created_at')).toEqual(['silent', 'new', 'old']);
    expect(await names(account, '?sort=last_activity_at')).toEqual(['new', 'old', 'silent']);
    expect(await names(account, '?sort=-last_activity_at')).toEqual(['old', 'new', 'silent']);
  });

  it('takes the first key of several, and the order of creation when there is none', async () => {
    const account = await givenAccount(test);
    await givenContacts(account, [
      { name: 'B', email: 'a@x.org' },
      { name: 'A', email: 'b@x.org' },
    ]);

    expect(await names(account, '?sort=-email,name')).toEqual(['A', 'B']);
    expect(await names(account, '?sort=')).toEqual(['B', 'A']);
    expect(await names(account, '')).toEqual(['B', 'A']);
  });

  it.each([
    'sort=shoe_size',
    'sort=name,shoe_size',
    'sort=constructor',
    'sort[]=name',
    'sort[column]=id',
    `sort=name${'e'.repeat(255)}`,
  ])('refuses %s', async (query) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('GET', `/contacts?${query}`);

    expect([status, body.attributes]).toEqual([422, ['sort']]);
  });

  it.each(['email', '-email', 'name', 'created_at', '-last_activity_at'])(
    'pages through each contact once, sorted by %s',
    async (sort) => {
      const account = await givenAccount(test);
      const all = Array.from({ length: 11 }, (_, n) => ({ name: `C${n % 3}`, ...(n % 2 && { email: `c${n}@x.org` }) }));
      const ids = (await givenContacts(account, all)).map(({ id }) => id as number);

      const seen: number[] = [];
      for (const page of [1, 2, 3, 4]) {
        const { body } = await account.call('GET', `/contacts?sort=${sort}&page=${page}&per_page=4`);
        expect(body.meta).toEqual({ count: 11, current_page: page });
        seen.push(...body.payload.map(({ id }: { id: number }) => id));
      }

      expect(seen.toSorted((a, b) => a - b)).toEqual(ids);
    },
  );

  it('shows fifteen unless told otherwise', async () => {
    const account = await givenAccount(test);
    await givenContacts(
      account,
      Array.from({ length: 16 }, (_, n) => ({ name: `C${n}` })),
    );

    expect(await names(account, '')).toHaveLength(15);
    expect(await names(account, '?page=2')).toEqual(['C15']);
  });

  it('keeps those that have any of the labels, and counts them', async () => {
    const account = await givenAccount(test);
    const contacts = await givenContacts(account, [
      { name: 'vip' },
      { name: 'lead' },
      { name: 'both' },
      { name: 'none' },
    ]);
    const labels = [['vip'], ['lead'], ['vip', 'lead'], []];
    for (const [index, { id }] of contacts.entries()) {
      await test
        .rows()
        .updateTable('contacts')
        .set({ labels: json(labels[index]!) })
        .where('id', '=', id)
        .execute();
    }

    expect(await names(account, '?labels[]=vip')).toEqual(['vip', 'both']);
    expect(await names(account, '?labels=vip,lead&sort=-name')).toEqual(['vip', 'lead', 'both']);
    const { body } = await account.call('GET', '/contacts?labels[]=lead&per_page=1');
    expect(body.meta).toEqual({ count: 2, current_page: 1 });
  });

  it('asks the database as often for fifty contacts as for five', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await givenContacts(
      account,
      Array.from({ length: 50 }, (_, n) => ({ name: `C${n}`, inbox_id: inbox.id })),
    );

    const five = await statementsDuring(test, () => account.call('GET', '/contacts?sort=-email&per_page=5'));
    const fifty = await statementsDuring(test, () => account.call('GET', '/contacts?sort=-email&per_page=50'));

    expect(fifty).toEqual(five);
    // One of them asks who is online, where the page is not made of kept texts.
    expect(five.filter((sql) => sql.startsWith('select')).length).toBeLessThanOrEqual(5);
  });

  it('refuses an invalid page, and labels that are too long', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      ['?page=0', '?page=first', '?per_page=101', `?labels[]=${'x'.repeat(256)}`].map((query) =>
        account.call('GET', `/contacts${query}`),
      ),
    );

    for (const answer of answers) expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
  });

  it('is for people with a token', async () => {
    const account = await givenAccount(test);
    const bot = await givenBot(test, account);

    expect(await account.call('GET', '/contacts', undefined, { token: null })).toMatchObject({ status: 401 });
    expect(await account.call('GET', '/contacts', undefined, { token: bot.token })).toMatchObject({ status: 403 });
  });
});

describe('GET /contacts/search', () => {
  it.each([
    ['name', 'ÄRGER'],
    ['e-mail', 'CARLA@Exa'],
    ['phone number', '+1415'],
    ['identifier', 'crm-äx'],
    ['a part with blanks around it', '%20arla%20'],
  ])('finds by %s', async (_, q) => {
    const account = await givenAccount(test);
    await givenContacts(account, [
      { name: 'Carla Ärger', email: 'carla@example.com', phone_number: '+14155550123', identifier: 'CRM-äX' },
      { name: 'Kurt', email: 'kurt@example.com', phone_number: '+4930123456', identifier: 'crm-b' },
    ]);

    const { status, body } = await account.call(
      'GET',
      `/contacts/search?q=${encodeURIComponent(decodeURIComponent(q))}`,
    );

    expect(status).toBe(200);
    expect(body.payload.map(({ name }: { name: string }) => name)).toEqual(['Carla Ärger']);
    expect(body.meta).toEqual({ count: 1, current_page: 1 });
    expect(body.payload[0].contact_inboxes).toEqual([]);
  });

  it('takes characters with a meaning in SQL as they are', async () => {
    const account = await givenAccount(test);
    await givenContacts(account, [
      { name: '100% sure' },
      { name: '1000 things' },
      { name: 'a_b' },
      { name: 'acb' },
      { name: String.raw`c\d` },
    ]);

    expect(await names(account, '/search?q=0%25')).toEqual(['100% sure']);
    expect(await names(account, '/search?q=a_b')).toEqual(['a_b']);
    expect(await names(account, String.raw`/search?q=c\d`)).toEqual([String.raw`c\d`]);
    expect(await names(account, "/search?q='")).toEqual([]);
  });

  it('sorts and pages, and counts what matches', async () => {
    const account = await givenAccount(test);
    await givenContacts(account, [
      { name: 'Ann 1' },
      { name: 'Bob' },
      { name: 'Ann 2', email: 'ann@x.org' },
      { name: 'Ann 3' },
    ]);

    const { body } = await account.call('GET', '/contacts/search?q=ann&sort=email&page=1&per_page=2');

    expect(body.payload.map(({ name }: { name: string }) => name)).toEqual(['Ann 2', 'Ann 1']);
    expect(body.meta).toEqual({ count: 3, current_page: 1 });
    expect(await names(account, '/search?q=ann&sort=email&page=2&per_page=2')).toEqual(['Ann 3']);
  });

  it("does not find other accounts' contacts", async () => {
    const account = await givenAccount(test);
    await givenContact(await givenAccount(test), { name: 'Carla' });

    expect(await names(account, '/search?q=carla')).toEqual([]);
  });

  it.each(['', '?q=', '?q=%20'])('refuses to search for nothing: "%s"', async (query) => {
    const account = await givenAccount(test);

    const answer = await account.call('GET', `/contacts/search${query}`);

    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', message: "q can't be blank", attributes: ['q'] },
    });
  });
});
