import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { comeBack, connect, inBrowser, started } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

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
  oauth.refuses = null;
  account = await givenAccount(test);
});

const person = () => ({ email: `box-${randomUUID()}@acme.example` });
const inboxesOf = async (of: TestAccount) => (await of.call('GET', '/inboxes')).body.payload;
/** The address to come back to, with a good code. */
const back = async (provider = 'google') => oauth.consent(await started(account, provider), person());
const withState = (url: URL, state: string | null) => {
  const changed = new URL(url);
  if (state === null) changed.searchParams.delete('state');
  else changed.searchParams.set('state', state);
  return changed;
};

describe('a state', () => {
  it.each([
    ['is missing', () => null],
    ['is empty', () => ''],
    ['is not ours', () => 'abc.def'],
    ['has no signature', (state: string) => state.split('.')[0]!],
    ['has the signature of another', (state: string) => `${state.split('.')[0]}.${'A'.repeat(43)}`],
    [
      'names another account',
      (state: string) => {
        const [text = '', signature = ''] = state.split('.');
        const fields = JSON.parse(Buffer.from(text, 'base64url').toString()) as { accountId: number };
        const changed = { ...fields, accountId: fields.accountId + 1 };
        return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
      },
    ],
  ])('that %s connects nothing, and asks the provider nothing', async (_, forge) => {
    const good = await back();
    const asked = oauth.asked.length;

    const { status, headers, text } = await comeBack(test, withState(good, forge(good.searchParams.get('state')!)));

    expect([status, headers.get('location')]).toEqual([422, null]);
    expect(text).toContain('Authorization failed');
    expect([oauth.asked.length, await inboxesOf(account)]).toEqual([asked, []]);
  });

  it('is good once', async () => {
    const { back: used } = await connect(test, oauth, account, 'google', person());
    const fresh = await back();

    const again = await comeBack(test, used);
    const withAnotherCode = await comeBack(test, withState(fresh, used.searchParams.get('state')));

    expect([again.status, withAnotherCode.status]).toEqual([422, 422]);
    expect(again.text).toContain('has been used already');
    expect(await inboxesOf(account)).toHaveLength(1);
  });

  it('is good for one of those who come back with it at once', async () => {
    const url = await back();

    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(test, url)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422, 422, 422]);
    expect(await inboxesOf(account)).toHaveLength(1);
  });

  it('is used up by a refusal too', async () => {
    const url = await started(account, 'google');
    const refused = await oauth.consent(url, 'no');
    const granted = await oauth.consent(url, person());

    const first = await comeBack(test, refused);
    const second = await comeBack(test, granted);

    expect([first.status, second.status, await inboxesOf(account)]).toEqual([422, 422, []]);
  });

  it('is good for 15 minutes', async () => {
    const [early, late] = [await back(), await back()];

    later = 14 * 60_000;
    const inTime = await comeBack(test, early);
    later = 15 * 60_000;
    const tooLate = await comeBack(test, late);

    expect([inTime.status, tooLate.status]).toEqual([302, 422]);
    expect(tooLate.text).toContain('has expired');
  });

  it('is good at the provider that it was made for', async () => {
    const url = await back('google');
    url.pathname = '/microsoft/callback';

    const { status, text } = await comeBack(test, url);

    expect([status, text]).toEqual([422, expect.stringContaining('for another provider')]);
  });

  it("of another account's administrator connects that account alone", async () => {
    const other = await givenAccount(test);
    const url = await oauth.consent(await started(other, 'google'), person());

    const { headers } = await comeBack(test, url);

    expect(headers.get('location')).toContain(`/app/accounts/${other.id}/`);
    expect([(await inboxesOf(account)).length, (await inboxesOf(other)).length]).toEqual([0, 1]);
  });

  it('is worth nothing once who made it is no administrator', async () => {
    const second = await givenAgent(test, account);
    const members = () =>
      test.rows().updateTable('account_users').where('account_id', '=', account.id).where('user_id', '=', second.id);
    await members().set({ role: 'administrator' }).execute();
    const { body } = await account.call('POST', '/google/authorization', {}, { token: second.token });
    const url = await oauth.consent(body.url, person());
    await members().set({ role: 'agent' }).execute();

    const { status } = await comeBack(test, url);

    expect([status, await inboxesOf(account)]).toEqual([403, []]);
  });

  it('is worth nothing once the account is suspended', async () => {
    const url = await back();
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account.id).execute();

    const { status } = await comeBack(test, url);

    expect(status).toBe(403);
  });
});

describe('what the provider says', () => {
  it('is shown when it did not allow it, as text', async () => {
    const { status, headers, text } = await comeBack(test, await oauth.consent(await started(account, 'google'), 'no'));

    expect([status, headers.get('content-type')]).toEqual([422, expect.stringContaining('text/html')]);
    expect(text).toContain('Google did not allow it: The user &lt;b&gt;denied&lt;/b&gt; access - access_denied');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is shown when it refuses the code, without a secret', async () => {
    const url = await back();
    const code = url.searchParams.get('code')!;
    oauth.refuses = { status: 400, body: { error: 'invalid_grant', error_description: `Malformed code ${code}` } };

    const { status, text } = await comeBack(test, url);

    expect([status, text]).toEqual([
      422,
      expect.stringContaining('Google refused: Malformed code [redacted] (invalid_grant)'),
    ]);
  });

  it.each([
    ['fails', { is: 'reply', reply: { status: 500, body: {} } }],
    ['ends the connection', { is: 'cut' }],
  ] as const)('is not awaited for ever when it %s', async (_, fault) => {
    const url = await back();
    oauth.faults.push(fault);

    const { status, text } = await comeBack(test, url);

    expect([status, text]).toEqual([503, expect.stringContaining('Google is not available')]);
  });

  it('is nothing when it sends no code', async () => {
    const url = await back();
    url.searchParams.delete('code');

    const { status } = await comeBack(test, url);

    expect([status, await inboxesOf(account)]).toEqual([422, []]);
  });

  it('is nothing when the code is another one', async () => {
    const url = await back();
    url.searchParams.set('code', (await back()).searchParams.get('code')!);

    const { status, text } = await comeBack(test, url);

    // The verifier belongs to the state.
    expect([status, text]).toEqual([422, expect.stringContaining('the verifier is wrong')]);
  });
});

describe('the callback', () => {
  it('goes on to this server only, whatever the address says', async () => {
    const url = await back('notion');
    for (const name of ['return_to', 'redirect_uri', 'redirect_url', 'next']) {
      url.searchParams.set(name, 'https://evil.example');
    }

    const { headers } = await test.request('GET', `${url.pathname}${url.search}`, {
      headers: { ...inBrowser(), 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' },
    });

    const place = `${test.app.installation.publicUrl}/app/accounts/${account.id}/settings/integrations/notion`;
    expect(headers.get('location')).toBe(place);
  });
});
