import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refreshAuthorizations } from '../../../src/jobs/authorizations/refresh-authorizations.ts';
import { accessTokenOf } from '../../../src/resources/authorizations/access-token.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { authorizationAt, connect } from '../../support/providers/connect.ts';
import { INTEGRATIONS as CASES } from '../../support/providers/integrations.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

const DAY = 86_400_000;

let test: TestApp;
let oauth: OauthServer;
let later = 0;
beforeAll(async () => {
  oauth = await givenOauthServer();
  test = await givenApp(oauth.settings, { now: () => new Date(Date.now() + later), jobs: false });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
});

let account: TestAccount;
beforeEach(async () => {
  later = 0;
  oauth.life = 3600;
  account = await givenAccount(test);
});

async function hooksAt(provider: string) {
  const { body } = await account.call('GET', `/integrations/apps/${provider}`);
  return body.hooks;
}
const idAt = (provider: string) => authorizationAt(test, account, provider);

describe('the tokens of an integration', () => {
  it.each(['notion', 'linear', 'slack'])('at %s are refreshed with the refresh token', async (provider) => {
    await connect(test, oauth, account, provider, CASES[provider]!.person);
    const id = await idAt(provider);
    later = 60 * 60_000;

    const token = await accessTokenOf(test.app, id);

    expect(token).toEqual({ is: 'token', token: oauth.issued.at(-1)!.access });
  });

  it.each(['instagram', 'facebook'])('at %s last 60 days, and are renewed ten days before', async (provider) => {
    await connect(test, oauth, account, provider, CASES[provider]!.person);
    const id = await idAt(provider);
    const first = await accessTokenOf(test.app, id);

    later = 49 * DAY;
    const second = await accessTokenOf(test.app, id);
    later = 51 * DAY;
    await refreshAuthorizations(test.app, new Date(Date.now() + later));
    const third = await accessTokenOf(test.app, id);

    expect(second).toEqual(first);
    // It is good at the provider; those of other tests are renewed at the same time.
    expect(oauth.issued.map(({ access }) => ({ is: 'token', token: access }))).toContainEqual(third);
    expect(third).not.toEqual(first);
  });

  it('that do not expire are never refreshed', async () => {
    oauth.life = null;
    await connect(test, oauth, account, 'slack', CASES['slack']!.person);
    const { access } = oauth.issued.at(-1)!;
    later = 1000 * DAY;

    expect(await accessTokenOf(test.app, await idAt('slack'))).toEqual({ is: 'token', token: access });
  });

  it('are shown as lost when the provider refuses to refresh them', async () => {
    await connect(test, oauth, account, 'linear', CASES['linear']!.person);
    const id = await idAt('linear');
    oauth.issued = [];
    later = 60 * 60_000;

    const token = await accessTokenOf(test.app, id);

    expect(token.is).toBe('reauthorize');
    expect(await hooksAt('linear')).toMatchObject([{ status: false, settings: { reauthorization_required: true } }]);
  });
});
