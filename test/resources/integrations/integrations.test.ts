import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accessTokenOf } from '../../../src/resources/authorizations/access-token.ts';
import { authorizationAt, comeBack, connect, inBrowser, started } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { INTEGRATIONS as CASES, SHOP } from '../../support/providers/integrations.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

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

async function appAt(provider: string, options = {}) {
  const { body } = await account.call('GET', '/integrations/apps', undefined, options);
  return body.payload.find(({ id }: { id: string }) => id === provider);
}

async function hookAt(provider: string): Promise<number> {
  return (await appAt(provider)).hooks[0].id;
}

const PROVIDERS = ['notion', 'linear', 'slack', 'shopify', 'instagram', 'facebook'];

describe.each(PROVIDERS)('an integration with %s', (provider) => {
  const { person, body, reference, settings } = CASES[provider]!;

  it('is kept, shown without its tokens, and ended', async () => {
    const before = await appAt(provider);
    const { location } = await connect(test, oauth, account, provider, person, body);
    const after = await appAt(provider);
    const { access, refresh } = oauth.issued.at(-1)!;

    expect(location).toBe(
      `${test.app.installation.publicUrl}/app/accounts/${account.id}/settings/integrations/${provider}`,
    );
    expect([before.enabled, before.hooks]).toEqual([false, []]);
    expect(after).toMatchObject({
      enabled: true,
      hooks: [
        {
          app_id: provider,
          status: true,
          account_id: account.id,
          hook_type: 'account',
          reference_id: reference,
          settings: { ...settings, reauthorization_required: false, problem: null },
        },
      ],
    });
    expect(JSON.stringify(after)).not.toMatch(new RegExp(`${access}|${refresh}|hooks.slack`));
    expect(await accessTokenOf(test.app, await authorizationAt(test, account, provider))).toEqual({
      is: 'token',
      token: access,
    });

    const ended = await account.call('DELETE', `/integrations/${provider}`);
    const again = await account.call('DELETE', `/integrations/${provider}`);

    expect([ended.status, again.status, (await appAt(provider)).enabled]).toEqual([200, 404, false]);
    await eventually(
      () => oauth.revoked,
      (revoked) => revoked.includes(access) || revoked.includes(refresh),
    );
  });

  it('is one for each account, and replaced when it is connected again', async () => {
    const other = await givenAccount(test);
    await connect(test, oauth, account, provider, person, body);
    const first = await hookAt(provider);

    await connect(test, oauth, account, provider, person, body);

    const { body: others } = await other.call('GET', `/integrations/apps/${provider}`);
    expect((await appAt(provider)).hooks.map(({ id }: { id: number }) => id)).toEqual([first]);
    expect(others.hooks).toEqual([]);
    expect((await other.call('DELETE', `/integrations/${provider}`)).status).toBe(404);
    expect((await appAt(provider)).enabled).toBe(true);
  });
});

describe('GET /integrations/apps', () => {
  it('has links for administrators, which connect', async () => {
    await started(account, 'slack');
    const { action } = await appAt('slack', { headers: inBrowser() });

    const { headers } = await comeBack(test, await oauth.consent(action, CASES['slack']!.person));

    expect(headers.get('location')).toContain('/settings/integrations/slack');
    expect((await appAt('slack')).enabled).toBe(true);
  });

  it('shows agents only whether something is connected', async () => {
    const agent = await givenAgent(test, account);
    await connect(test, oauth, account, 'notion', CASES['notion']!.person);

    const shown = await appAt('notion', { token: agent.token });

    expect(shown.enabled).toBe(true);
    expect(Object.keys(shown).toSorted()).toEqual([
      'description',
      'enabled',
      'hooks',
      'id',
      'name',
      'short_description',
    ]);
    expect(Object.keys(shown.hooks[0]).toSorted()).toEqual([
      'account_id',
      'app_id',
      'hook_type',
      'id',
      'inbox',
      'status',
    ]);
  });

  it('does not find other apps', async () => {
    const { status, body } = await account.call('GET', '/integrations/apps/myspace');

    expect([status, body.error]).toEqual([404, 'App not found']);
  });
});

describe('DELETE /integrations/{provider}', () => {
  it('is for administrators', async () => {
    const agent = await givenAgent(test, account);

    const { status } = await account.call('DELETE', '/integrations/slack', undefined, { token: agent.token });

    expect(status).toBe(403);
  });

  it('revokes nothing that was connected again with the same token', async () => {
    const person = CASES['slack']!.person;
    const same = { ...person, answer: { ...person.answer, access_token: 'xoxb-the-same' } };
    await connect(test, oauth, account, 'slack', same);
    const { id } = await test
      .rows()
      .selectFrom('authorizations')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    const other = await givenAccount(test);
    await connect(test, oauth, other, 'slack', same);

    await account.call('DELETE', '/integrations/slack');

    await eventually(
      () => test.rows().selectFrom('authorizations').select('id').where('id', '=', id).execute(),
      (rows) => rows.length === 0,
    );
    expect(oauth.revoked).not.toContain('xoxb-the-same');
  });

  it('revokes the former workspace when another is connected', async () => {
    const former = { answer: { team: { id: 'T-former', name: 'Former' } } };
    await connect(test, oauth, account, 'slack', former);
    const { access } = oauth.issued.at(-1)!;

    await connect(test, oauth, account, 'slack', CASES['slack']!.person);

    await eventually(
      () => oauth.revoked,
      (revoked) => revoked.includes(access),
    );
    expect((await appAt('slack')).hooks).toMatchObject([{ reference_id: 'T1' }]);
  });
});

describe('POST /integrations/shopify/auth', () => {
  it('answers with the address at the shop', async () => {
    const { status, body } = await account.call('POST', '/integrations/shopify/auth', SHOP);

    expect(status).toBe(200);
    expect(body.redirect_url).toContain(`${oauth.url}/shopify/acme.myshopify.com/authorize?`);
  });

  it.each(['', 'acme.example', 'acme.myshopify.com.evil.example', 'acme.myshopify.com/../..', '127.0.0.1:80'])(
    'refuses what is no shop: %j',
    async (shop) => {
      const { status } = await account.call('POST', '/integrations/shopify/auth', { shop_domain: shop });

      expect(status).toBe(422);
    },
  );

  it.each([
    ['another shop', 'shop', 'evil.myshopify.com'],
    ['what Shopify did not sign', 'timestamp', '1800000000'],
    ['another signature', 'hmac', 'ab'.repeat(32)],
  ])('does not take %s back', async (_, name, value) => {
    const back = await oauth.consent(await started(account, 'shopify', SHOP), {});
    back.searchParams.set(name, value);

    const { status } = await comeBack(test, back);

    expect([status, (await appAt('shopify')).enabled]).toEqual([422, false]);
  });
});
