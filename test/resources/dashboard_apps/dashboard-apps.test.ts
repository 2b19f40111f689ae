import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const FRAME = { type: 'frame', url: 'https://crm.example.com/customer' };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function givenDashboardApp(account: TestAccount, app: object = { title: 'CRM', content: [FRAME] }) {
  const { status, body, text } = await account.call('POST', '/dashboard_apps', { dashboard_app: app });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('POST /dashboard_apps', () => {
  it('adds an app in the name of the caller', async () => {
    const account = await givenAccount(test);
    const content = [FRAME, { type: 'frame', url: 'http://10.0.0.1:8080/intranet?x=1#y' }];

    const { status, body } = await account.call('POST', '/dashboard_apps', {
      dashboard_app: { title: 'CRM', content },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'CRM',
      content,
      user_id: account.administrator.id,
      account_id: account.id,
      created_at: expect.stringMatching(ISO),
      updated_at: body.created_at,
    });
    expect((await account.call('GET', `/dashboard_apps/${body.id}`)).body).toEqual(body);
  });

  it('takes the fields without dashboard_app around them, and from a form', async () => {
    const account = await givenAccount(test);
    const form = new URLSearchParams([
      ['dashboard_app[title]', 'Form'],
      ['dashboard_app[content][0][type]', 'frame'],
      ['dashboard_app[content][0][url]', FRAME.url],
    ]);

    const flat = await account.call('POST', '/dashboard_apps', { title: 'Flat', content: [FRAME] });
    const fromForm = await account.call('POST', '/dashboard_apps', form);

    expect([flat.status, flat.body.title]).toEqual([201, 'Flat']);
    expect(fromForm).toMatchObject({ status: 201, body: { title: 'Form', content: [FRAME] } });
  });

  it('drops fields of a frame other than type and url', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('POST', '/dashboard_apps', {
      title: 'CRM',
      content: [{ ...FRAME, onload: 'alert(1)' }],
    });

    expect(body.content).toEqual([FRAME]);
  });

  it.each([
    ['no content', undefined],
    ['null', null],
    ['no frame', []],
    ['no list', FRAME],
    ['a text', 'frame'],
    ['a frame of another type', [{ ...FRAME, type: 'script' }]],
    ['a frame without a type', [{ url: FRAME.url }]],
    ['a frame without a URL', [{ type: 'frame' }]],
    ['a blank URL', [{ type: 'frame', url: '' }]],
    ['a URL that is not one', [{ type: 'frame', url: 'crm' }]],
    ['a URL without a host', [{ type: 'frame', url: 'https://' }]],
    ['another scheme', [{ type: 'frame', url: 'javascript:alert(1)' }]],
    ['a URL with a scheme in front', [{ type: 'frame', url: 'data:https://example.com/' }]],
    ['a URL with a space', [{ type: 'frame', url: 'https://example.com/a b' }]],
    ['a URL of more than 2048 characters', [{ type: 'frame', url: FRAME.url.padEnd(2049, 'a') }]],
    ['a number as URL', [{ type: 'frame', url: 7 }]],
    ['a frame that is a text', ['https://example.com/']],
    ['a frame that is null', [null]],
    ['a bad frame behind a good one', [FRAME, { type: 'frame', url: 'ftp://example.com/' }]],
    ['more frames than anybody looks at', Array(101).fill(FRAME)],
  ])('refuses %s', async (_, content) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/dashboard_apps', { title: 'CRM', content });

    expect([status, body.error]).toEqual([422, 'Invalid data']);
    expect(body.message).toContain('content');
    expect(body.attributes[0]).toMatch(/^content/);
    expect((await account.call('GET', '/dashboard_apps')).body).toEqual([]);
  });

  it.each([[undefined], [null], [''], ['  '], [7], ['x'.repeat(256)]])('refuses %j as a title', async (title) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/dashboard_apps', { title, content: [FRAME] });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining('title'),
      attributes: ['title'],
    });
  });
});

describe('GET /dashboard_apps', () => {
  it("lists the account's apps, oldest first, all or by page", async () => {
    const account = await givenAccount(test);
    await givenDashboardApp(await givenAccount(test));
    const ids: number[] = [];
    for (const title of ['b', 'a', 'c']) ids.push((await givenDashboardApp(account, { title, content: [FRAME] })).id);
    const list = async (query: string) =>
      (await account.call('GET', `/dashboard_apps${query}`)).body.map(({ id }: { id: number }) => id);

    const lists = [await list(''), await list('?page=1&per_page=2'), await list('?page=2&per_page=2')];

    expect(lists).toEqual([ids, ids.slice(0, 2), ids.slice(2)]);
    expect(await list('?page=3')).toEqual([]);
  });
});

describe('PATCH /dashboard_apps/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const app = await givenDashboardApp(account);
    const content = [{ type: 'frame', url: 'https://example.com/new' }];

    const titled = await account.call('PATCH', `/dashboard_apps/${app.id}`, { dashboard_app: { title: 'ERP' } });
    const moved = await account.call('PUT', `/dashboard_apps/${app.id}`, { content });

    expect(titled).toMatchObject({ status: 200, body: { ...app, title: 'ERP', updated_at: expect.any(String) } });
    expect(moved.body).toEqual({ ...titled.body, content, updated_at: expect.stringMatching(ISO) });
    expect(moved.body.updated_at > app.updated_at).toBe(true);
  });

  it('refuses content that is not valid', async () => {
    const account = await givenAccount(test);
    const app = await givenDashboardApp(account);

    const answers = await Promise.all(
      [[], [{ type: 'image', url: FRAME.url }], {}].map((content) =>
        account.call('PATCH', `/dashboard_apps/${app.id}`, { content }),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([422, 'Invalid data']));
    expect((await account.call('GET', `/dashboard_apps/${app.id}`)).body).toEqual(app);
  });
});

describe('DELETE /dashboard_apps/{id}', () => {
  it('deletes it, and answers 204 without a body', async () => {
    const account = await givenAccount(test);
    const app = await givenDashboardApp(account);

    const { status, text } = await account.call('DELETE', `/dashboard_apps/${app.id}`);

    expect([status, text]).toEqual([204, '']);
    expect(await account.call('GET', `/dashboard_apps/${app.id}`)).toMatchObject({
      status: 404,
      body: { error: 'Dashboard app not found' },
    });
  });
});

describe('an agent', () => {
  it('sees the apps but does not change them', async () => {
    const account = await givenAccount(test);
    const app = await givenDashboardApp(account);
    const agent = await givenAgent(test, account);
    const call = (method: string, path: string, body?: object) =>
      account.call(method, path, body, { token: agent.token });

    const seen = [await call('GET', '/dashboard_apps'), await call('GET', `/dashboard_apps/${app.id}`)];
    const refused = [
      await call('POST', '/dashboard_apps', { title: 'Mine', content: [FRAME] }),
      await call('PATCH', `/dashboard_apps/${app.id}`, { title: 'Mine' }),
      await call('DELETE', `/dashboard_apps/${app.id}`),
    ];

    expect(seen.map(({ body }) => body)).toEqual([[app], app]);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([403, 'Access denied']));
  });
});

describe('an app of a user who was deleted', () => {
  it('stays, without a creator', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const app = await givenDashboardApp(account);
    await test.rows().updateTable('dashboard_apps').set({ user_id: agent.id }).where('id', '=', app.id).execute();

    await account.call('DELETE', `/agents/${agent.id}`);

    expect((await account.call('GET', `/dashboard_apps/${app.id}`)).body).toEqual({ ...app, user_id: null });
  });
});
