import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { connect } from '../../support/providers/connect.ts';
import { INTEGRATIONS } from '../../support/providers/integrations.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { KEY_FILE } from '../../support/providers/service-account.ts';
import { givenReaderToken } from '../../support/reader-token.ts';

let test: TestApp;
let oauth: OauthServer;
beforeAll(async () => {
  oauth = await givenOauthServer();
  test = await givenApp(oauth.settings);
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
});

let account: TestAccount;
beforeEach(async () => {
  account = await givenAccount(test);
});

const DYTE = { account_id: 'cf-account', app_id: 'cf-app', api_token: 'cf-secret-token' };
const GOOGLE = { project_id: 'acme-support', credentials: KEY_FILE };

const create = (body: object, token?: string) =>
  account.call('POST', '/integrations/hooks', body, token === undefined ? undefined : { token });
async function givenHook(app = 'dyte', settings: object = DYTE) {
  const { status, body, text } = await create({ hook: { app_id: app, settings } });
  if (status !== 201) throw new Error(text);
  return body;
}
const appAt = async (id: string, token?: string) =>
  (await account.call('GET', `/integrations/apps/${id}`, undefined, token === undefined ? undefined : { token })).body;
const sealedOf = async (id: number): Promise<string> => {
  const row = test.rows().selectFrom('hooks').select('sealed_settings as sealed').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).sealed ?? '';
};

describe('GET integrations/apps', () => {
  it('lists every app, to administrators with what it needs', async () => {
    const { body } = await account.call('GET', '/integrations/apps');

    expect(body.payload.map(({ id }: { id: string }) => id)).toEqual([
      'webhook',
      'dashboard_apps',
      'openai',
      'linear',
      'notion',
      'slack',
      'google_translate',
      'dyte',
      'shopify',
      'facebook',
      'instagram',
    ]);
    expect(await appAt('google_translate')).toEqual({
      id: 'google_translate',
      name: 'Google Translate',
      description: 'Translates messages.',
      short_description: 'Translates messages.',
      enabled: false,
      hooks: [],
      logo: 'google-translate.png',
      i18n_key: 'google_translate',
      action: '/google_translate',
      button: 'connect',
      hook_type: 'account',
      allow_multiple_hooks: false,
      visible_properties: ['project_id'],
      settings_json_schema: expect.objectContaining({ required: ['project_id', 'credentials'] }),
      settings_form_schema: [
        expect.objectContaining({ name: 'project_id', type: 'text' }),
        expect.objectContaining({ name: 'credentials', type: 'textarea' }),
      ],
    });
  });

  it('says whether the account has webhooks and dashboard apps', async () => {
    const before = [(await appAt('webhook')).enabled, (await appAt('dashboard_apps')).enabled];
    await account.call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
    const content = [{ type: 'frame', url: 'https://shop.example.com' }];
    await account.call('POST', '/dashboard_apps', { title: 'Shop', content });

    expect(before).toEqual([false, false]);
    expect([(await appAt('webhook')).enabled, (await appAt('dashboard_apps')).enabled]).toEqual([true, true]);
  });
});

describe('POST integrations/hooks', () => {
  it('keeps the settings, and shows those that are no secrets', async () => {
    const hook = await givenHook();

    expect(hook).toEqual({
      id: expect.any(Number),
      app_id: 'dyte',
      status: true,
      inbox: null,
      account_id: account.id,
      hook_type: 'account',
      settings: { account_id: 'cf-account', app_id: 'cf-app' },
      reference_id: null,
    });
    expect(await appAt('dyte')).toMatchObject({ enabled: true, hooks: [hook] });
    expect((await account.call('GET', `/integrations/hooks/${hook.id}`)).body).toEqual(hook);
    const sealed = await sealedOf(hook.id);
    expect(sealed).not.toContain('cf-secret-token');
    expect(test.app.installation.vault.open(sealed)).toBe('{"api_token":"cf-secret-token"}');
  });

  it('takes the whole key file of Google', async () => {
    const hook = await givenHook('google_translate', GOOGLE);

    expect(hook.settings).toEqual({ project_id: 'acme-support' });
    expect(JSON.parse(test.app.installation.vault.open(await sealedOf(hook.id)))).toEqual({ credentials: KEY_FILE });
  });

  it.each([
    [{ settings: DYTE }, 'app_id', 'is missing'],
    [{ app_id: 'myspace', settings: {} }, 'app_id', 'must be one of'],
    [{ app_id: 'slack', settings: {} }, 'app_id', 'connected at its provider'],
    [{ app_id: 'webhook', settings: {} }, 'app_id', 'has no hooks'],
    [{ app_id: 'dyte' }, 'settings.account_id', 'is missing'],
    [{ app_id: 'dyte', settings: [] }, 'settings', 'must be an object'],
    [{ app_id: 'dyte', settings: { ...DYTE, api_token: 5 } }, 'settings.api_token', 'must be text'],
    [{ app_id: 'dyte', settings: { ...DYTE, api_token: ' ' } }, 'settings.api_token', "can't be blank"],
    [{ app_id: 'dyte', settings: { ...DYTE, api_token: null } }, 'settings.api_token', 'must be text'],
    [{ app_id: 'dyte', settings: { ...DYTE, app_id: 'x'.repeat(256) } }, 'settings.app_id', 'is too long'],
    [{ app_id: 'dyte', settings: { ...DYTE, color: 'red' } }, 'settings.color', 'is unknown'],
    [{ app_id: 'dyte', settings: { ...DYTE, constructor: 'red' } }, 'settings.constructor', 'is unknown'],
    [{ app_id: 'dyte', settings: DYTE, status: 'maybe' }, 'status', 'must be enabled or disabled'],
    [{ app_id: 'google_translate', settings: { ...GOOGLE, credentials: 'x' } }, 'settings.credentials', 'an object'],
    [{ app_id: 'google_translate', settings: { ...GOOGLE, credentials: {} } }, 'settings.credentials', 'client_email'],
    [
      { app_id: 'google_translate', settings: { ...GOOGLE, credentials: { ...KEY_FILE, private_key: 'no key' } } },
      'settings.credentials',
      'private_key',
    ],
  ])('refuses %j', async (body, field, rule) => {
    const { status, body: answer } = await create(body);

    expect([status, answer.error, answer.attributes]).toEqual([422, 'Validation failed', [field]]);
    expect(answer.message).toContain(rule);
    expect(answer.message).not.toContain('PRIVATE KEY');
  });

  it('refuses a second one for the same app, also at the same time', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ app_id: 'dyte', settings: DYTE })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    expect((await appAt('dyte')).hooks).toHaveLength(1);
  });

  it('is for administrators', async () => {
    const agent = await givenAgent(test, account);

    const { status } = await create({ app_id: 'dyte', settings: DYTE }, agent.token);

    expect(status).toBe(403);
  });
});

describe('a hook', () => {
  it('is shown without its settings to agents, and to tokens that may only read', async () => {
    const hook = await givenHook();
    const agent = await givenAgent(test, account);
    const reader = await givenReaderToken(test, account.administrator.id);

    for (const token of [agent.token, reader]) {
      const { body } = await account.call('GET', `/integrations/hooks/${hook.id}`, undefined, { token });
      const inApp = (await appAt('dyte', token)).hooks[0];
      expect([body, inApp]).toEqual(Array(2).fill(expect.not.objectContaining({ settings: expect.anything() })));
      expect(body).not.toHaveProperty('reference_id');
    }
  });

  it('keeps the settings that a change does not name', async () => {
    const hook = await givenHook();

    const { status, body } = await account.call('PATCH', `/integrations/hooks/${hook.id}`, {
      hook: { settings: { app_id: 'other-app' } },
    });

    expect([status, body.settings]).toEqual([200, { account_id: 'cf-account', app_id: 'other-app' }]);
    expect(test.app.installation.vault.open(await sealedOf(hook.id))).toBe('{"api_token":"cf-secret-token"}');
  });

  it.each([
    [{ app_id: null }, 'settings.app_id', 'is missing'],
    [{ app_id: 7 }, 'settings.app_id', 'must be text'],
    [{ more: 'x' }, 'settings.more', 'is unknown'],
  ])('refuses the change %j, and stays as it was', async (settings, field, rule) => {
    const hook = await givenHook();

    const { status, body } = await account.call('PATCH', `/integrations/hooks/${hook.id}`, { settings });

    expect([status, body.attributes, body.message]).toEqual([422, [field], expect.stringContaining(rule)]);
    expect((await account.call('GET', `/integrations/hooks/${hook.id}`)).body).toEqual(hook);
  });

  it.each([
    ['disabled', 'enabled'],
    [0, 1],
    [false, true],
    ['0', '1'],
  ])('is switched off and on: %j, %j', async (off, on) => {
    const { id } = await givenHook();
    const set = async (status: unknown) => (await account.call('PATCH', `/integrations/hooks/${id}`, { status })).body;

    expect([(await set(off)).status, (await set(on)).status]).toEqual([false, true]);
  });

  it('is deleted, and made again', async () => {
    const { id } = await givenHook();

    const deleted = await account.call('DELETE', `/integrations/hooks/${id}`);
    const gone = await account.call('DELETE', `/integrations/hooks/${id}`);

    expect([deleted.status, deleted.text, gone.status, gone.body.error]).toEqual([200, '', 404, 'Hook not found']);
    expect((await appAt('dyte')).enabled).toBe(false);
    expect((await givenHook()).id).toBeGreaterThan(id);
  });

  it('is in the audit log without its secrets', async () => {
    const { id } = await givenHook();
    await account.call('PATCH', `/integrations/hooks/${id}`, { settings: { api_token: 'another-secret' } });
    await account.call('DELETE', `/integrations/hooks/${id}`);

    const { body, text } = await account.call('GET', '/audit_logs');
    const actions = body.audit_logs
      .filter(({ auditable_type }: { auditable_type: string }) => auditable_type === 'Hook')
      .map(({ action }: { action: string }) => action);
    expect(actions.toSorted()).toEqual(['create', 'destroy', 'update']);
    expect(text).not.toMatch(/another-secret|cf-secret-token/);
  });
});

describe('the hook of a connection', () => {
  async function givenConnection() {
    await connect(test, oauth, account, 'linear', INTEGRATIONS['linear']!.person);
    return (await appAt('linear')).hooks[0];
  }

  it('is switched off without ending the connection', async () => {
    const { id } = await givenConnection();

    const { status, body } = await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'disabled' });

    expect([status, body.status, body.settings.scope]).toEqual([200, false, 'read write']);
    expect(oauth.revoked).not.toContain(oauth.issued.at(-1)!.access);
  });

  it('takes no settings', async () => {
    const { id } = await givenConnection();

    const { status, body } = await account.call('PATCH', `/integrations/hooks/${id}`, { settings: { scope: 'all' } });

    expect([status, body.attributes]).toEqual([422, ['settings']]);
  });

  it('ends the connection when it is deleted, and is gone with it', async () => {
    const { id } = await givenConnection();

    const { status } = await account.call('DELETE', `/integrations/hooks/${id}`);
    const again = await account.call('DELETE', '/integrations/linear');

    expect([status, again.status, (await appAt('linear')).hooks]).toEqual([200, 404, []]);
    const second = await givenConnection();
    await account.call('DELETE', '/integrations/linear');
    expect((await account.call('GET', `/integrations/hooks/${second.id}`)).status).toBe(404);
  });
});
