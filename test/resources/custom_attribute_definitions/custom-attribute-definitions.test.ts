import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/custom_attribute_definitions';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MINIMAL = { attribute_display_name: 'Plan', attribute_key: 'plan' };

async function givenDefinition(account: TestAccount, definition: object = {}) {
  const { status, body, text } = await account.call('POST', PATH, { ...MINIMAL, ...definition });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('POST /custom_attribute_definitions', () => {
  it('describes the attribute with a key', async () => {
    const account = await givenAccount(test);
    const definition = {
      attribute_display_name: 'Order number',
      attribute_display_type: 'text',
      attribute_description: 'As on the invoice',
      attribute_key: 'order-number_2.x',
      attribute_values: ['a', 'b'],
      attribute_model: 'contact_attribute',
      default_value: 3,
      regex_pattern: '^[0-9]{4}$',
      regex_cue: 'Four digits',
    };

    const { status, body } = await account.call('POST', PATH, { custom_attribute_definition: definition });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      ...definition,
      created_at: expect.stringMatching(ISO),
      updated_at: body.created_at,
    });
    expect((await account.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
  });

  it('is a text of conversations unless it says otherwise', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', PATH, MINIMAL);

    expect(body).toMatchObject({
      attribute_display_type: 'text',
      attribute_model: 'conversation_attribute',
      attribute_description: null,
      attribute_values: [],
      default_value: null,
      regex_pattern: null,
      regex_cue: null,
    });
  });

  it.each([
    [0, 'text'],
    [1, 'number'],
    [2, 'currency'],
    [3, 'percent'],
    [4, 'link'],
    [5, 'date'],
    ['6', 'list'],
    [7, 'checkbox'],
    ['checkbox', 'checkbox'],
  ])('reads the display type %j as %s', async (attribute_display_type, name) => {
    const body = await givenDefinition(await givenAccount(test), { attribute_display_type });

    expect(body.attribute_display_type).toBe(name);
  });

  it.each([
    [0, 'conversation_attribute'],
    [1, 'contact_attribute'],
    [2, 'company_attribute'],
  ])('reads the model %j as %s', async (attribute_model, name) => {
    const body = await givenDefinition(await givenAccount(test), { attribute_model });

    expect(body.attribute_model).toBe(name);
  });

  it.each([
    ['attribute_display_name', undefined],
    ['attribute_display_name', ''],
    ['attribute_display_name', 'x'.repeat(256)],
    ['attribute_display_type', 'colour'],
    ['attribute_display_type', 8],
    ['attribute_model', 'inbox_attribute'],
    ['attribute_model', 3],
    ['attribute_model', true],
    ['attribute_key', undefined],
    ['attribute_key', ''],
    ['attribute_key', 'two words'],
    ['attribute_key', 'a/b'],
    ['attribute_key', "a'b"],
    ['attribute_key', 'x'.repeat(256)],
    ['attribute_key', 7],
    ['attribute_values', 'a'],
    ['attribute_values', [1]],
    ['attribute_values', ['']],
    ['attribute_values', Array(501).fill('a')],
    ['attribute_description', 'x'.repeat(20_001)],
    ['default_value', 'one'],
    ['default_value', 1.5],
    ['regex_pattern', '('],
    ['regex_pattern', '[z-a]'],
    ['regex_pattern', '/(/i'],
    ['regex_pattern', '/a/xyz'],
    ['regex_pattern', 'x'.repeat(256)],
    ['regex_cue', 'x'.repeat(256)],
  ])('refuses %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', PATH, { ...MINIMAL, [field]: value });

    expect(status).toBe(422);
    expect(body.error).toBe('Validation failed');
    expect(body.message).toContain(field);
    expect(body.attributes[0]).toMatch(new RegExp(`^${field}`));
    expect((await account.call('GET', PATH)).body).toEqual([]);
  });

  it.each([['^a+$'], ['/^[a-z]+$/i'], ['(a+)+$'], [''], [null]])('takes %j as a pattern', async (regex_pattern) => {
    const body = await givenDefinition(await givenAccount(test), { regex_pattern });

    expect(body.regex_pattern).toBe(regex_pattern);
  });

  it.each([['größe'], ['注文'], ['ราคา'], ['A.b-c_1']])('takes the key %s', async (attribute_key) => {
    const body = await givenDefinition(await givenAccount(test), { attribute_key });

    expect(body.attribute_key).toBe(attribute_key);
  });

  it.each([
    [
      'conversation_attribute',
      'status priority assignee_id inbox_id team_id display_id campaign_id labels browser_language country_code referer created_at last_activity_at',
      'email',
    ],
    [
      'contact_attribute',
      'name email phone_number identifier country_code city company_name created_at last_activity_at referer blocked',
      'status',
    ],
  ])('refuses the standard keys of a %s', async (attribute_model, keys, free) => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      keys
        .split(' ')
        .map((attribute_key) => account.call('POST', PATH, { ...MINIMAL, attribute_model, attribute_key })),
    );

    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      answers.map(() => ({
        status: 422,
        body: {
          error: 'Validation failed',
          message: 'Attribute key The provided key is not allowed as it might conflict with default attributes.',
          attributes: ['attribute_key'],
        },
      })),
    );
    expect((await givenDefinition(account, { attribute_model, attribute_key: free })).attribute_key).toBe(free);
  });

  it('takes a key once for each model, however many ask at once', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(Array.from({ length: 4 }, () => account.call('POST', PATH, MINIMAL)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'attribute_key has already been taken',
      attributes: ['attribute_key'],
    });
    expect((await givenDefinition(account, { attribute_model: 1 })).attribute_key).toBe('plan');
  });
});

describe('GET /custom_attribute_definitions', () => {
  it("lists the account's, oldest first: of all models or of one, all or by page", async () => {
    const account = await givenAccount(test);
    await givenDefinition(await givenAccount(test));
    await givenDefinition(account, { attribute_key: 'b' });
    await givenDefinition(account, { attribute_key: 'a' });
    await givenDefinition(account, { attribute_key: 'c', attribute_model: 'contact_attribute' });
    const keys = async (query: string) =>
      (await account.call('GET', `${PATH}${query}`)).body.map((row: { attribute_key: string }) => row.attribute_key);

    const lists = [
      await keys(''),
      await keys('?attribute_model=0'),
      await keys('?attribute_model=conversation_attribute'),
      await keys('?attribute_model=1'),
      await keys('?attribute_model=contact_attribute'),
      await keys('?attribute_model=2'),
      await keys('?page=2&per_page=2'),
    ];

    expect(lists).toEqual([['b', 'a', 'c'], ['b', 'a'], ['b', 'a'], ['c'], ['c'], [], ['c']]);
    expect((await account.call('GET', `${PATH}?attribute_model=inbox`)).status).toBe(422);
  });
});

describe('PATCH /custom_attribute_definitions/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const definition = await givenDefinition(account, { attribute_values: ['a'], regex_pattern: '^a$' });

    const named = await account.call('PATCH', `${PATH}/${definition.id}`, {
      custom_attribute_definition: { attribute_display_name: 'Tariff' },
    });
    const rest = await account.call('PUT', `${PATH}/${definition.id}`, {
      attribute_key: 'tariff',
      attribute_model: 1,
      attribute_display_type: 'list',
      attribute_values: null,
      regex_pattern: null,
    });

    const updated_at = expect.any(String);
    expect(named).toMatchObject({ status: 200, body: { ...definition, attribute_display_name: 'Tariff', updated_at } });
    expect(rest.body).toEqual({
      ...named.body,
      attribute_key: 'tariff',
      attribute_model: 'contact_attribute',
      attribute_display_type: 'list',
      attribute_values: [],
      regex_pattern: null,
      updated_at,
    });
    expect(rest.body.updated_at > definition.updated_at).toBe(true);
  });

  it('refuses keys that are taken or standard, also when the model changes', async () => {
    const account = await givenAccount(test);
    await givenDefinition(account, { attribute_key: 'taken' });
    const { id } = await givenDefinition(account, { attribute_key: 'email' });
    const change = async (body: object) => {
      const answer = await account.call('PATCH', `${PATH}/${id}`, body);
      return [answer.status, answer.body.message];
    };

    expect(await change({ attribute_key: 'taken' })).toEqual([422, 'attribute_key has already been taken']);
    expect(await change({ attribute_key: 'status' })).toEqual([422, expect.stringContaining('might conflict')]);
    expect(await change({ attribute_model: 'contact_attribute' })).toEqual([
      422,
      expect.stringContaining('might conflict'),
    ]);
    expect((await account.call('GET', `${PATH}/${id}`)).body.attribute_key).toBe('email');
  });
});

describe('DELETE /custom_attribute_definitions/{id}', () => {
  it('deletes it, and answers 204 without a body', async () => {
    const account = await givenAccount(test);
    const { id } = await givenDefinition(account);

    const { status, text } = await account.call('DELETE', `${PATH}/${id}`);

    expect([status, text]).toEqual([204, '']);
    expect((await account.call('GET', `${PATH}/${id}`)).body.error).toBe('Custom attribute definition not found');
  });
});

describe('an agent', () => {
  it('sees the definitions but does not change them', async () => {
    const account = await givenAccount(test);
    const definition = await givenDefinition(account);
    const agent = await givenAgent(test, account);
    const call = (method: string, path: string, body?: object) =>
      account.call(method, path, body, { token: agent.token });

    const seen = [await call('GET', PATH), await call('GET', `${PATH}/${definition.id}`)];
    const refused = [
      await call('POST', PATH, MINIMAL),
      await call('PATCH', `${PATH}/${definition.id}`, { attribute_display_name: 'Mine' }),
      await call('DELETE', `${PATH}/${definition.id}`),
    ];

    expect(seen.map(({ body }) => body)).toEqual([[definition], definition]);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'Access denied']));
  });
});
