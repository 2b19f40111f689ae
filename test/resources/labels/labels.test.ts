import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenLabel(account: TestAccount, label: object = { title: 'vip' }) {
  const { status, body, text } = await account.call('POST', '/labels', { label });
  if (status !== 201) throw new Error(text);
  return body;
}

const titlesOf = async (account: TestAccount, query = ''): Promise<string[]> =>
  (await account.call('GET', `/labels${query}`)).body.payload.map(({ title }: { title: string }) => title);

describe('POST /labels', () => {
  it('adds a label, its title in lower case', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/labels', {
      label: { title: ' VIP-Kunde_Ö1 ', description: 'Pays well', color: '#AbCdEf', show_on_sidebar: false },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'vip-kunde_ö1',
      description: 'Pays well',
      color: '#AbCdEf',
      show_on_sidebar: false,
    });
    expect((await account.call('GET', `/labels/${body.id}`)).body).toEqual(body);
  });

  it('is blue and on the sidebar unless given otherwise', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/labels', { title: 'vip' });

    expect(body).toMatchObject({ description: null, color: '#1f93ff', show_on_sidebar: true });
  });

  it.each([['ab'], ['7-up'], ['größe'], ['重要'], ['สำคัญ'], ['a_'], ['x'.repeat(255)]])(
    'takes the title %s',
    async (title) => {
      expect((await givenLabel(await givenAccount(test), { title })).title).toBe(title);
    },
  );

  it.each([
    ['title', undefined],
    ['title', null],
    ['title', ''],
    ['title', 'a'],
    ['title', 'two words'],
    ['title', '-vip'],
    ['title', '_vip'],
    ['title', 'v.i.p'],
    ['title', 'vip!'],
    ['title', '👑👑'],
    ['title', 77],
    ['title', 'x'.repeat(256)],
    ['color', 'blue'],
    ['color', '#fff'],
    ['color', '#1f93ffff'],
    ['color', '1f93ff'],
    ['color', '#1f93fg'],
    ['color', 7],
    ['description', 'x'.repeat(20_001)],
    ['description', ['x']],
    ['show_on_sidebar', 'maybe'],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/labels', { title: 'vip', [field]: value });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining(field),
      attributes: [field],
    });
    expect(await titlesOf(account)).toEqual([]);
  });

  it('takes a title once in each account, in any letter case, however many ask at once', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);

    const answers = await Promise.all(
      ['vip', 'VIP', 'Vip', 'vIP '].map((title) => account.call('POST', '/labels', { title })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'title has already been taken',
      attributes: ['title'],
    });
    expect((await givenLabel(other)).title).toBe('vip');
  });
});

describe('GET /labels', () => {
  it("lists the account's by title, all or by page", async () => {
    const account = await givenAccount(test);
    await givenLabel(await givenAccount(test), { title: 'theirs' });
    for (const title of ['bb', 'cc', 'aa']) await givenLabel(account, { title });

    const lists = [
      await titlesOf(account),
      await titlesOf(account, '?page=1&per_page=2'),
      await titlesOf(account, '?page=2&per_page=2'),
      await titlesOf(account, '?per_page=1'),
      await titlesOf(account, '?page=&per_page='),
    ];

    expect(lists).toEqual([['aa', 'bb', 'cc'], ['aa', 'bb'], ['cc'], ['aa'], ['aa', 'bb', 'cc']]);
  });
});

describe('PATCH /labels/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const label = await givenLabel(account);

    const coloured = await account.call('PATCH', `/labels/${label.id}`, { label: { color: '#000000' } });
    const rest = await account.call('PUT', `/labels/${label.id}`, {
      title: 'VVIP',
      description: 'x',
      show_on_sidebar: false,
    });

    expect(coloured).toMatchObject({ status: 200, body: { ...label, color: '#000000' } });
    expect(rest.body).toEqual({
      id: label.id,
      title: 'vvip',
      description: 'x',
      color: '#000000',
      show_on_sidebar: false,
    });
  });

  it("refuses another label's title and an invalid one", async () => {
    const account = await givenAccount(test);
    await givenLabel(account, { title: 'taken' });
    const { id } = await givenLabel(account);
    const rename = async (title: unknown) => {
      const { status, body } = await account.call('PATCH', `/labels/${id}`, { title });
      return [status, body.message ?? body.title];
    };

    expect(await rename('TAKEN')).toEqual([422, 'title has already been taken']);
    expect(await rename('!')).toEqual([422, expect.stringContaining('at least two letters')]);
    expect(await rename('VIP')).toEqual([200, 'vip']);
  });
});

describe('the cache key of labels', () => {
  it('changes with every change', async () => {
    const account = await givenAccount(test);
    const keyOf = async () => (await account.call('GET', '/cache_keys')).body.cache_keys.label;
    const keys: string[] = [await keyOf()];
    const step = async (method: string, path: string, body?: object) => {
      await test.rows().updateTable('accounts').set({ labels_changed_at: null }).where('id', '=', account.id).execute();
      const answer = await account.call(method, path, body);
      keys.push(await keyOf());
      return answer.body;
    };

    const { id } = await step('POST', '/labels', { title: 'vip' });
    await step('PATCH', `/labels/${id}`, { color: '#000000' });
    await step('DELETE', `/labels/${id}`);

    expect(keys).toHaveLength(4);
    expect(keys.map((key) => key === '0000000000')).toEqual([true, false, false, false]);
  });
});

describe('an agent', () => {
  it('sees the labels but does not change them', async () => {
    const account = await givenAccount(test);
    const label = await givenLabel(account);
    const agent = await givenAgent(test, account);
    const call = (method: string, path: string, body?: object) =>
      account.call(method, path, body, { token: agent.token });

    const seen = [await call('GET', '/labels'), await call('GET', `/labels/${label.id}`)];
    const refused = [
      await call('POST', '/labels', { title: 'mine' }),
      await call('PATCH', `/labels/${label.id}`, { title: 'mine' }),
      await call('DELETE', `/labels/${label.id}`),
    ];

    expect(seen.map(({ body }) => body)).toEqual([{ payload: [label] }, label]);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'Access denied']));
  });
});
