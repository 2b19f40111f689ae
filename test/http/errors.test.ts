import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../support/factories.ts';
import { isCreated } from '../support/openapi/dialect.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const json = { 'content-type': 'application/json' };

describe('a body that cannot be read', () => {
  it.each([['{"name": '], ['{name: 1}'], ['nonsense'], ['[1, 2]'], ['"text"'], ['7'], ['null']])(
    '%s answers 400',
    async (text) => {
      const { status, body } = await account.call('PATCH', '', text, { headers: json });

      expect(status).toBe(400);
      expect(body).toEqual({ error: 'Invalid parameters', message: expect.any(String) });
    },
  );

  it('answers 400 when a form is cut off', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\nHel';

    const { status, body } = await account.call('PATCH', '', form, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });

    expect([status, body.error]).toEqual([400, 'Invalid parameters']);
  });

  it('answers 400 to JSON that is sent as a form, as curl -d does', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const json = await account.call('POST', '/contacts', '{"name": "Carla & Co=1"}', { headers });
    const form = await account.call('POST', '/contacts', 'name={Carla}', { headers });

    expect([json.status, json.body.message]).toEqual([
      400,
      'the body is JSON, and Content-Type says that it is a form: send Content-Type: application/json',
    ]);
    expect([isCreated(form.status), form.body.name]).toEqual([true, '{Carla}']);
  });

  it('counts as none when it is empty', async () => {
    const { status } = await account.call('PATCH', '', '', { headers: json });

    expect(status).toBe(200);
  });
});

describe('a body of the wrong kind', () => {
  it.each([
    ['/dashboard_apps', { title: 'x', content: Array(300_000).fill({}) }, 'Invalid data'],
    ['/inbox_members', { inbox_id: 1, user_ids: Array(300_000).fill(1) }, 'Validation failed'],
    ['/agents/bulk_create', { emails: Array(300_000).fill(1) }, 'Validation failed'],
  ])('answers 422 to an endless list at once: POST %s', async (path, body, error) => {
    const answer = await account.call('POST', path, body);

    expect([answer.status, answer.body.error]).toEqual([422, error]);
    expect(answer.body.message).toContain('must have at most 2000 items');
  });

  it.each(['/conversations', '/contacts'])(
    'answers 422 to an endless list separated by commas: GET %s',
    async (path) => {
      const answer = await account.call('GET', `${path}?labels=${'a,'.repeat(2001)}`);

      expect([answer.status, answer.body.message]).toEqual([422, 'labels must have at most 2000 items']);
    },
  );

  it('answers 422 and names every field at fault', async () => {
    const { status, body } = await account.call('PATCH', '', { name: ['Acme'], auto_resolve_after: 'soon', locale: 7 });

    expect(status).toBe(422);
    expect(body.error).toBe('Validation failed');
    expect(body.attributes.toSorted()).toEqual(['auto_resolve_after', 'locale', 'name']);
    for (const field of body.attributes) expect(body.message).toContain(field);
  });

  it('answers 422 without repeating a value of the wrong type', async () => {
    const nested = JSON.parse(`${'['.repeat(90)}${'0,'.repeat(1000)}0${']'.repeat(90)}`);

    const { status, text } = await account.call('POST', '/webhooks', {
      url: 'https://example.com',
      subscriptions: [nested],
    });

    expect(status).toBe(422);
    expect(text.length).toBeLessThan(1000);
  });

  it('may have unknown fields', async () => {
    const { status, body } = await account.call('PATCH', '', {
      name: 'Acme',
      colour: 'blue',
      status: 'suspended',
      __proto__: { id: 7 },
    });

    expect([status, body.name, body.status, body.id]).toEqual([200, 'Acme', 'active', account.id]);
  });

  it('may not have text that databases cannot store', async () => {
    const { status, body } = await account.call('PATCH', '', { name: 'Ac\u0000me' });

    expect([status, body.attributes]).toEqual([422, ['name']]);
  });
});

describe('an unknown path', () => {
  it.each([
    ['/.json'],
    ['/api/v2'],
    ['/api/v1/nothing'],
    ['/api/v1/accounts'],
    ['//'],
    ['/%ff'],
    ['/api/v1/profile/x'],
  ])('%s answers 404', async (path) => {
    const { status, body } = await test.request('GET', path, { token: account.administrator.token });

    expect(status).toBe(404);
    expect(body).toEqual({ error: 'Not found', message: expect.stringContaining('no such path: GET') });
  });

  it('answers 404 for a method that the path does not have', async () => {
    const { status, body } = await test.request('DELETE', '/api/v1/profile', { token: account.administrator.token });

    expect([status, body.error]).toEqual([404, 'Not found']);
  });

  it('is named by the method that was used, with the place where all paths are', async () => {
    const { status, body } = await account.call('PUT', '/contacts', { name: 'Carla' });

    expect([status, body.message]).toEqual([
      404,
      `no such path: PATCH or PUT ${account.path}/contacts; /docs has all that there are`,
    ]);
  });
});

describe('a query that cannot be understood', () => {
  const wrong = [
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page[]=3',
    'per_page=101',
    'per_page=0',
    'page=1&page=2',
    'page=99999999999',
  ];
  // Contacts come in pages always, labels only when a page is asked for.
  const lists = ['/contacts', '/labels'];

  it.each(lists.flatMap((path) => wrong.map((query) => `${path}?${query}`)))('%s answers 422', async (path) => {
    const { status, body } = await account.call('GET', path);

    const [, field] = /\?(\w+)/.exec(path)!;
    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
  });

  it('names everything in it that is wrong', async () => {
    const { status, body } = await account.call('GET', '/conversations?status=bad&page=0');

    expect([status, body.attributes.toSorted()]).toEqual([422, ['page', 'status']]);
  });
});

describe('X-Request-Id', () => {
  it('is on every answer, and a new one each time', async () => {
    const answers = [
      await account.call('GET', ''),
      await test.request('GET', '/nothing'),
      await test.request('GET', '/api/v1/profile'),
      await account.call('PATCH', '', '{', { headers: json }),
    ];

    const ids = answers.map(({ headers }) => headers.get('X-Request-Id'));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(answers.length);
  });

  it("is the caller's own if it is safe to log", async () => {
    const own = await account.call('GET', '', undefined, { headers: { 'x-request-id': 'job-7.retry_2' } });
    const unfit = await account.call('GET', '', undefined, { headers: { 'x-request-id': '"}{"level":"fatal' } });

    expect(own.headers.get('X-Request-Id')).toBe('job-7.retry_2');
    expect(unfit.headers.get('X-Request-Id')).toMatch(UUID);
  });
});

describe('an answer', () => {
  it('is not cached on the way unless its headers allow it', async () => {
    const answers = [
      await account.call('GET', ''),
      await account.call('GET', '/contacts'),
      await account.call('PATCH', '', { name: '' }),
      await account.call('GET', '', undefined, { token: 'unknown' }),
      await account.call('GET', '/cache_keys'),
    ];

    expect(answers.map(({ headers }) => headers.get('Cache-Control'))).toEqual([
      ...Array(4).fill('no-store'),
      expect.stringContaining('private'),
    ]);
  });
});

describe('spellings that mean the same', () => {
  it.each([['.json'], ['/']])('a path may end with %s', async (end) => {
    const show = await test.request('GET', `${account.path}${end}`, { token: account.administrator.token });
    const nested = await account.call('GET', `/cache_keys${end}`);

    expect([show.status, show.body.id, nested.status]).toEqual([200, account.id, 200]);
  });

  it('PUT is PATCH', async () => {
    const { status, body } = await account.call('PUT', '', { name: 'Put' });

    expect([status, body.name]).toEqual([200, 'Put']);
  });

  it('a body is JSON, a form, or a form with files', async () => {
    const form = new FormData();
    form.set('name', 'From a form with files');
    form.set('auto_resolve_after', '9');
    form.set('audio_transcriptions', 'true');

    const fromJson = await account.call('PATCH', '', { name: 'From JSON' });
    const fromForm = await account.call(
      'PATCH',
      '',
      new URLSearchParams({ name: 'From a form', auto_resolve_after: '8' }),
    );
    const fromFiles = await account.call('PATCH', '', form);

    expect(fromJson.body.name).toBe('From JSON');
    expect(fromForm.body).toMatchObject({ name: 'From a form', settings: { auto_resolve_after: 8 } });
    expect(fromFiles.body).toMatchObject({
      name: 'From a form with files',
      settings: { auto_resolve_after: 9, audio_transcriptions: true },
    });
  });

  it('the fields of a resource may be nested under its name', async () => {
    const nested = await account.call('PATCH', '', { account: { name: 'Nested' } });
    const inForm = await account.call('PATCH', '', new URLSearchParams({ 'account[name]': 'In a form' }));

    expect([nested.body.name, inForm.body.name]).toEqual(['Nested', 'In a form']);
  });
});

describe('a request target that is not a path', () => {
  it.each(['http://[', 'http://a:b:c/', '*'])('%s answers 404', async (path) => {
    const answered = await new Promise<{ status?: number; type?: string }>((resolve, reject) => {
      request(test.url, { path }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode, type: answer.headers['content-type'] });
      })
        .once('error', reject)
        .end();
    });

    expect(answered).toEqual({ status: 404, type: 'application/json; charset=utf-8' });
  });
});

describe('a failure that the caller did not cause', () => {
  it('says only the id to report it by', async () => {
    const inbox = await givenInbox(account);
    await account.call('POST', '/webhooks', { url: 'https://hooks.example.com/', inbox_id: inbox.id });
    await test
      .rows()
      .updateTable('webhooks')
      .set({ sealed_secret: 'tampered with' })
      .where('account_id', '=', account.id)
      .execute();

    const { status, body, headers } = await account.call('GET', '/webhooks');

    expect(status).toBe(500);
    expect(body).toEqual({
      error: 'Internal server error',
      message: `report this with the request id ${headers.get('X-Request-Id')}`,
    });
  });
});
