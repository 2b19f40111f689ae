import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const QUERY = { payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }] };

async function givenFilter(account: TestAccount, filter: object = { name: 'Open', query: QUERY }, token?: string) {
  const { status, body, text } = await account.call('POST', '/custom_filters', filter, token ? { token } : {});
  if (status !== 201) throw new Error(text);
  return body;
}

describe('POST /custom_filters', () => {
  it('saves a filter for the caller', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/custom_filters', {
      custom_filter: { name: 'Open', filter_type: 'contact', query: QUERY },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Open',
      filter_type: 'contact',
      query: QUERY,
      created_at: expect.stringMatching(ISO),
      updated_at: body.created_at,
    });
    expect((await account.call('GET', `/custom_filters/${body.id}`)).body).toEqual(body);
  });

  it('is about conversations and without conditions unless it says otherwise', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/custom_filters', { name: 'All' });

    expect(body).toMatchObject({ filter_type: 'conversation', query: {} });
  });

  it.each([
    [0, 'conversation'],
    [1, 'contact'],
    ['2', 'report'],
  ])('reads the type %j as %s', async (filter_type, name) => {
    const account = await givenAccount(test);

    expect((await givenFilter(account, { name: 'x', filter_type })).filter_type).toBe(name);
  });

  it.each([
    ['name', undefined],
    ['name', ' '],
    ['name', 7],
    ['name', 'x'.repeat(256)],
    ['filter_type', 'article'],
    ['filter_type', 3],
    ['filter_type', -1],
    ['filter_type', 0.5],
    ['filter_type', ['contact']],
    ['query', 'open'],
    ['query', []],
    ['query', 7],
    ['query', { text: 'x'.repeat(100_000) }],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/custom_filters', { name: 'Open', [field]: value });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining(field),
      attributes: [field],
    });
  });

  it('refuses more than 1000 of one user in an account, of all types together', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const now = new Date();
    const rows = Array.from({ length: 999 }, (_, index) => ({
      account_id: account.id,
      user_id: account.administrator.id,
      name: `Filter ${index}`,
      filter_type: 'report' as const,
      query: '{}' as never,
      created_at: now,
      updated_at: now,
    }));
    await test.rows().insertInto('custom_filters').values(rows).execute();

    const answers = await Promise.all(['a', 'b', 'c'].map((name) => account.call('POST', '/custom_filters', { name })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    const refused = answers.find(({ status }) => status === 422)!.body;
    expect([refused.error, refused.message]).toEqual(['Validation failed', expect.stringContaining('at most 1000')]);
    expect((await givenFilter(account, { name: 'x' }, agent.token)).name).toBe('x');
  });
});

describe('GET /custom_filters', () => {
  it('lists those of the caller and of one type, conversations unless told otherwise', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await givenFilter(account, { name: 'hers' }, agent.token);
    for (const name of ['b', 'a']) await givenFilter(account, { name });
    await givenFilter(account, { name: 'c', filter_type: 'contact' });
    const names = async (query: string) =>
      (await account.call('GET', `/custom_filters${query}`)).body.map(({ name }: { name: string }) => name);

    const lists = [
      await names(''),
      await names('?filter_type=conversation'),
      await names('?filter_type=contact'),
      await names('?filter_type=1'),
      await names('?filter_type=report'),
      await names('?page=2&per_page=1'),
    ];

    expect(lists).toEqual([['b', 'a'], ['b', 'a'], ['c'], ['c'], [], ['a']]);
    expect((await account.call('GET', '/custom_filters?filter_type=article')).status).toBe(422);
  });

  it("does not show a user's filters of another account", async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const filter = await givenFilter(account);
    await other.call('POST', '/agents', { email: account.administrator.email });

    const { token } = account.administrator;
    const there = await other.call('GET', '/custom_filters', undefined, { token });
    const shown = await other.call('GET', `/custom_filters/${filter.id}`, undefined, { token });

    expect(there).toMatchObject({ status: 200, body: [] });
    expect(shown.status).toBe(404);
  });
});

describe('PATCH /custom_filters/{id}', () => {
  it('changes what is given and nothing else; a query as a whole', async () => {
    const account = await givenAccount(test);
    const filter = await givenFilter(account);

    const named = await account.call('PATCH', `/custom_filters/${filter.id}`, { custom_filter: { name: 'Mine' } });
    const rest = await account.call('PUT', `/custom_filters/${filter.id}`, { query: { a: 1 }, filter_type: 'report' });

    expect(named).toMatchObject({ status: 200, body: { ...filter, name: 'Mine', updated_at: expect.any(String) } });
    expect(rest.body).toMatchObject({ name: 'Mine', query: { a: 1 }, filter_type: 'report' });
    expect(rest.body.updated_at > filter.updated_at).toBe(true);
  });

  it('keeps its name where a blank one is given', async () => {
    const account = await givenAccount(test);
    const { id, name } = await givenFilter(account);

    const { status, body } = await account.call('PATCH', `/custom_filters/${id}`, { name: '' });

    expect([status, body.name]).toEqual([200, name]);
  });
});

describe('DELETE /custom_filters/{id}', () => {
  it('deletes it, and answers 204 without a body', async () => {
    const account = await givenAccount(test);
    const { id } = await givenFilter(account);

    const { status, text } = await account.call('DELETE', `/custom_filters/${id}`);

    expect([status, text]).toEqual([204, '']);
    expect((await account.call('GET', `/custom_filters/${id}`)).body.error).toBe('Custom filter not found');
  });
});

describe("another user's filter", () => {
  it('is not found, not even by administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const { id } = await givenFilter(account, { name: 'hers' }, agent.token);

    const answers = [
      await account.call('GET', `/custom_filters/${id}`),
      await account.call('PATCH', `/custom_filters/${id}`, { name: 'mine' }),
      await account.call('DELETE', `/custom_filters/${id}`),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(3).fill([404, 'Custom filter not found']),
    );
  });
});
