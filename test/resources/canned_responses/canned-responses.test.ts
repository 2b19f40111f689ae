import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function givenResponse(account: TestAccount, short_code = 'hi', content = 'Hello!') {
  const { status, body, text } = await account.call('POST', '/canned_responses', { short_code, content });
  if (status !== 201) throw new Error(text);
  return body;
}

async function codes(account: TestAccount, query = ''): Promise<string[]> {
  const { body } = await account.call('GET', `/canned_responses${query}`);
  return body.map(({ short_code: code }: { short_code: string }) => code);
}

describe('POST /canned_responses', () => {
  it('stores an answer under a code, also for an agent', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call(
      'POST',
      '/canned_responses',
      { canned_response: { short_code: 'Hi there', content: 'Hello {{contact.name}}!\n👋' } },
      { token: agent.token },
    );

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      account_id: account.id,
      short_code: 'Hi there',
      content: 'Hello {{contact.name}}!\n👋',
      created_at: expect.stringMatching(ISO),
      updated_at: body.created_at,
    });
    expect((await account.call('GET', '/canned_responses')).body).toEqual([body]);
  });

  it.each([
    ['short_code', undefined],
    ['short_code', ''],
    ['short_code', ' '],
    ['short_code', 7],
    ['short_code', 'x'.repeat(256)],
    ['content', undefined],
    ['content', ''],
    ['content', null],
    ['content', ['Hello']],
    ['content', 'x'.repeat(20_001)],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/canned_responses', {
      short_code: 'hi',
      content: 'Hello!',
      [field]: value,
    });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining(field),
      attributes: [field],
    });
    expect(await codes(account)).toEqual([]);
  });

  it('takes the longest code and content', async () => {
    const account = await givenAccount(test);

    const { status } = await account.call('POST', '/canned_responses', {
      short_code: 'x'.repeat(255),
      content: 'x'.repeat(20_000),
    });

    expect(status).toBe(201);
  });

  it('takes a code once in each account, however many ask at once', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);

    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        account.call('POST', '/canned_responses', { short_code: 'hi', content: 'Hello' }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'short_code has already been taken',
      attributes: ['short_code'],
    });
    expect((await givenResponse(other)).short_code).toBe('hi');
  });
});

describe('GET /canned_responses', () => {
  it("lists the account's by code, all or by page", async () => {
    const account = await givenAccount(test);
    await givenResponse(await givenAccount(test), 'theirs');
    for (const code of ['c', 'a', 'b']) await givenResponse(account, code);

    const lists = [await codes(account), await codes(account, '?page=2&per_page=2'), await codes(account, '?search=')];

    expect(lists).toEqual([['a', 'b', 'c'], ['c'], ['a', 'b', 'c']]);
  });

  it('finds codes that begin with the text first, then codes that have it inside, then contents', async () => {
    const account = await givenAccount(test);
    await givenResponse(await givenAccount(test), 'refund');
    await givenResponse(account, 'bye', 'No REFUNDS, sorry');
    await givenResponse(account, 'a-refund', 'x');
    await givenResponse(account, 'Refund-late', 'x');
    await givenResponse(account, 'refund', 'refund');
    await givenResponse(account, 'hello', 'x');

    const found = ['Refund-late', 'refund', 'a-refund', 'bye'];

    expect(await codes(account, '?search=refund')).toEqual(found);
    expect(await codes(account, '?search=REFUND')).toEqual(found);
    expect(await codes(account, '?search=refund&page=2&per_page=3')).toEqual(['bye']);
    expect(await codes(account, '?search=nothing')).toEqual([]);
  });

  it('takes characters with a meaning in SQL as they are', async () => {
    const account = await givenAccount(test);
    await givenResponse(account, '100%', 'x');
    await givenResponse(account, 'snake_case', 'x');
    await givenResponse(account, String.raw`back\slash`, "it's");

    expect(await codes(account, '?search=%25')).toEqual(['100%']);
    expect(await codes(account, '?search=_')).toEqual(['snake_case']);
    expect(await codes(account, '?search=%5C')).toEqual([String.raw`back\slash`]);
    expect(await codes(account, "?search='s")).toEqual([String.raw`back\slash`]);
  });
});

describe('PATCH /canned_responses/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const response = await givenResponse(account);

    const coded = await account.call('PATCH', `/canned_responses/${response.id}`, {
      canned_response: { short_code: 'yo' },
    });
    const written = await account.call('PUT', `/canned_responses/${response.id}`, { content: 'Yo!' });

    expect(coded).toMatchObject({
      status: 200,
      body: { ...response, short_code: 'yo', updated_at: expect.any(String) },
    });
    expect(written.body).toMatchObject({ short_code: 'yo', content: 'Yo!', created_at: response.created_at });
    expect(written.body.updated_at > response.updated_at).toBe(true);
  });

  it('refuses the code of another one, and leaves as it is what is given blank', async () => {
    const account = await givenAccount(test);
    await givenResponse(account, 'taken');
    const { id, short_code: code, content } = await givenResponse(account);
    const change = (body: object) => account.call('PATCH', `/canned_responses/${id}`, body);

    const taken = await change({ short_code: 'taken' });
    const blank = await change({ short_code: '', content: ' ' });

    expect([taken.status, taken.body.message]).toEqual([422, 'short_code has already been taken']);
    expect(blank).toMatchObject({ status: 200, body: { short_code: code, content } });
  });
});

describe('DELETE /canned_responses/{id}', () => {
  it('deletes it', async () => {
    const account = await givenAccount(test);
    const { id } = await givenResponse(account);

    const { status, text } = await account.call('DELETE', `/canned_responses/${id}`);
    const again = await account.call('DELETE', `/canned_responses/${id}`);

    expect([status, text]).toEqual([200, '']);
    expect([again.status, again.body.error]).toEqual([404, 'Canned response not found']);
    expect(await codes(account)).toEqual([]);
  });
});
