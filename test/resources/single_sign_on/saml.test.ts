import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { passwordToken } from '../../../src/resources/auth/password-token.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { agentIdentifier, closeSockets, givenSocket, pubsubTokenOf } from '../../support/cable/bare-socket.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import {
  givenSamlProvider,
  requestIn,
  type SamlProvider,
  type SamlSomebody,
  type SamlTwist,
} from '../../support/identity/saml.ts';
import { givenPlatform, grant } from '../../support/platform/platform.ts';

let provider: SamlProvider;
let another: SamlProvider;
let place: Place;
let test: TestApp;
let lines: string[] = [];
beforeAll(async () => {
  [provider, another, place] = await Promise.all([givenSamlProvider(), givenSamlProvider(), givenPlace()]);
  const log = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  test = await givenApp({ 'log.level': 'warn' }, { place, log });
});
afterEach(closeSockets);
afterAll(async () => {
  await test.stop();
  await provider.stop();
  await another.stop();
  await place.remove();
});

/** An account with the provider. */
async function givenSaml(more: object = {}, settings = provider.settings): Promise<TestAccount> {
  const account = await givenAccount(test);
  const { status, text } = await account.call('POST', '/saml_settings', { ...settings, ...more });
  if (status >= 300) throw new Error(text);
  return account;
}

type Begun = { address: string; cookie: string };
async function begin(account: TestAccount, query = '', cookie = ''): Promise<Begun> {
  const headers = cookie === '' ? undefined : { cookie };
  const answer = await test.request('GET', `/auth/saml?account_id=${account.id}${query}`, { headers });
  return { address: answer.headers.get('location')!, cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! };
}

/** What a browser at the provider sends, without a cookie, as it comes from another site. */
const post = (response: string, app = test, relay = 'https://evil.example') =>
  app.request('POST', '/auth/saml/callback', {
    body: new URLSearchParams({ SAMLResponse: response, RelayState: relay }),
  });

const goOn = (location: string | null, cookie: string, app = test) => {
  const { pathname, search } = new URL(location!);
  return app.request('GET', `${pathname}${search}`, { headers: cookie === '' ? {} : { cookie } });
};

async function signIn(account: TestAccount, somebody: SamlSomebody, twist: SamlTwist = {}, by = provider) {
  const { address, cookie } = await begin(account);
  const { status, headers, text } = await post(await by.answer(address, somebody, twist));
  return status === 302 ? goOn(headers.get('location'), cookie) : { status, headers, text };
}

/** The headers of the session that the app gets with the link. */
async function enter({ headers: sent }: { headers: Headers }) {
  const { searchParams } = new URL(sent.get('location')!);
  const { status, headers, body } = await test.request('POST', '/auth/sign_in', {
    body: Object.fromEntries(searchParams),
  });
  const session = Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, headers.get(name) ?? '']));
  return { status, session, email: body.data?.email };
}

describe('GET /auth/saml', () => {
  it('signs in a member of the account, once', async () => {
    const account = await givenSaml();
    const agent = await givenAgent(test, account);

    const back = await signIn(account, { email: agent.email.toUpperCase() });

    expect([back.status, back.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^http:\/\/[^/]+\/app\/login\?email=/),
    ]);
    expect(await enter(back)).toMatchObject({ status: 200, email: agent.email });
    expect((await enter(back)).status).toBe(401);
  });

  it.each([
    ['as a whole', { options: { signAssertion: false, signResponse: true } }],
    [
      'as a whole, with SHA-512',
      { options: { signAssertion: false }, change: (xml: string) => provider.signed(xml, 'sha512') },
    ],
    ['as a whole, and the assertion too', { options: { signResponse: true } }],
  ])('takes answers that are signed %s', async (_, twist) => {
    const account = await givenSaml();

    expect((await signIn(account, { email: account.administrator.email }, twist)).status).toBe(302);
  });

  it("goes on to Chatwoot's app for telephones where that asked, and nowhere that the provider names", async () => {
    const account = await givenSaml();
    const { address, cookie } = await begin(account, '&target=mobile&RelayState=https://evil.example');

    const sent = await post(await provider.answer(address, { email: account.administrator.email }));
    const { headers } = await goOn(sent.headers.get('location'), cookie);

    expect(new URL(sent.headers.get('location')!).origin).toBe(test.app.installation.publicUrl);
    expect(headers.get('location')).toMatch(/^chatwootapp:\/\/auth\/saml\?email=[^&]+&sso_auth_token=[\w-]+$/);
  });

  it('is not there without a provider', async () => {
    const account = await givenAccount(test);

    expect((await test.request('GET', `/auth/saml?account_id=${account.id}`)).status).toBe(404);
  });
});

describe('POST /api/v1/auth/saml_login', () => {
  it('says where a member begins, and sends browsers there', async () => {
    const account = await givenSaml();
    const body = { email: account.administrator.email, target: 'mobile' };

    const told = await test.request('POST', '/api/v1/auth/saml_login', { body });
    const sent = await test.request('POST', '/api/v1/auth/saml_login', {
      body: new URLSearchParams(body),
      headers: { accept: 'text/html,*/*;q=0.8' },
    });

    const url = `${test.app.installation.publicUrl}/auth/saml?account_id=${account.id}&target=mobile`;
    expect([told.status, told.body]).toEqual([200, { url }]);
    expect([sent.status, sent.headers.get('location')]).toEqual([302, url]);
  });

  it.each([
    ['web', () => `${test.app.installation.publicUrl}/app/login/sso?error=saml-authentication-failed`],
    ['mobile', () => 'chatwootapp://auth/saml?error=saml-authentication-failed'],
  ])('sends the browser of anyone else back to the app: %s', async (target, location) => {
    const { status, headers } = await test.request('POST', '/api/v1/auth/saml_login', {
      body: new URLSearchParams({ email: `${randomUUID()}@example.com`, target }),
      headers: { accept: 'text/html' },
    });

    expect([status, headers.get('location')]).toEqual([302, location()]);
  });
});

describe('somebody whose address no user has', () => {
  it.each([
    [['Support'], 'agent'],
    [['Support', 'Leads'], 'administrator'],
    [['__proto__'], 'agent'],
  ])('in the groups %j becomes a member: %s', async (groups, role) => {
    const account = await givenSaml({ role_mappings: { Leads: { role: 'administrator' } } });
    const email = `${randomUUID()}@example.com`;

    const back = await signIn(account, { email, name: 'Grace Hopper', groups });

    expect(await enter(back)).toMatchObject({ status: 200, email });
    const { body } = await account.call('GET', '/agents');
    expect(body).toContainEqual(expect.objectContaining({ email, name: 'Grace Hopper', role }));
    const { audit_logs: log } = (await account.call('GET', '/audit_logs')).body;
    expect(log).toContainEqual(
      expect.objectContaining({ auditable_type: 'AccountUser', action: 'create', username: email }),
    );
  });

  it('does not where the account may have no more agents', async () => {
    const account = await givenSaml();
    await test
      .rows()
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ agents: 1 }) as never })
      .where('id', '=', account.id)
      .execute();

    expect((await signIn(account, { email: `${randomUUID()}@example.com` })).status).toBe(402);
  });
});

describe('the provider of an account', () => {
  it('has no say over users of other accounts', async () => {
    const account = await givenSaml();
    const other = await givenAccount(test);

    const { status, text } = await signIn(account, { email: other.administrator.email });

    expect([status, text]).toEqual([401, expect.stringContaining('works in another account too')]);
  });

  it('has none over members who work in another account too', async () => {
    const account = await givenSaml();
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await addTo(other, agent);

    expect((await signIn(account, { email: agent.email })).status).toBe(401);
  });

  it('has none over people who have not accepted their invitation', async () => {
    const account = await givenSaml();
    const email = `${randomUUID()}@example.com`;
    await account.call('POST', '/agents', { name: 'Gus', email, role: 'agent' });

    const { status, text } = await signIn(account, { email });

    expect([status, text]).toEqual([401, expect.stringContaining('no member who has accepted')]);
  });

  it('opens no other account to those who have signed in there, until they choose a password', async () => {
    const account = await givenSaml();
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const { session } = await enter(await signIn(account, { email: agent.email }));
    await other.call('POST', '/agents', { name: 'Gus', email: agent.email, role: 'administrator' });
    const reader = await test.request('POST', '/api/v1/profile/access_tokens', {
      headers: session,
      body: { name: 'Reader', scope: 'read' },
    });
    const inOther = (headers: Record<string, string>) =>
      test.request('GET', `${other.path}/conversations`, { headers });

    expect((await test.request('GET', `${account.path}/conversations`, { headers: session })).status).toBe(200);
    expect((await inOther(session)).status).toBe(403);
    expect((await inOther({ api_access_token: agent.token })).status).toBe(403);
    expect((await inOther({ api_access_token: reader.body.token ?? reader.body.access_token })).status).toBe(403);
    const availability = { account_id: other.id, availability: 'busy' };
    const changed = await test.request('POST', '/api/v1/profile/availability', {
      headers: session,
      body: availability,
    });
    expect(changed.status).toBe(403);

    const socket = await givenSocket(test);
    socket.subscribe(agentIdentifier({ id: agent.id, pubsubToken: await pubsubTokenOf(test, agent.token) }, other));
    await socket.frame(({ type }) => type === 'reject_subscription');
    await subscribeBrowser(session);

    const left = await signIn(account, { email: agent.email });
    const chosen = await choosePassword(agent);

    expect(chosen.status).toBe(200);
    expect((await enter(left)).status).toBe(401);
    expect((await inOther(session)).status).toBe(401);
    expect((await inOther({ api_access_token: agent.token })).status).toBe(401);
    const own = Object.fromEntries(
      ['access-token', 'client', 'uid'].map((name) => [name, chosen.headers.get(name) ?? '']),
    );
    expect((await inOther(own)).status).toBe(200);
    const browsers = test.rows().selectFrom('notification_subscriptions').where('user_id', '=', agent.id);
    expect(await browsers.select('id').execute()).toEqual([]);
  });

  it('cannot have its users put into another account', async () => {
    const account = await givenSaml();
    const agent = await givenAgent(test, account);
    await signIn(account, { email: agent.email });
    const other = await givenAccount(test);
    const platform = await givenPlatform(test);
    await grant(test, platform, 'Account', other.id);
    await grant(test, platform, 'User', agent.id);

    const { status } = await test.request('POST', `/platform/api/v1/accounts/${other.id}/account_users`, {
      token: platform.token,
      body: { user_id: agent.id, role: 'agent' },
    });

    expect(status).toBe(403);
  });

  it('alone signs its users in, until they choose a password or it is taken away', async () => {
    const account = await givenSaml();
    const agent = await givenAgent(test, account);
    await choosePassword(agent);
    const byPassword = () =>
      test.request('POST', '/auth/sign_in', { body: { email: agent.email, password: PASSWORD } });
    const statuses = [(await byPassword()).status];

    await signIn(account, { email: agent.email });
    statuses.push((await byPassword()).status);
    await choosePassword(agent);
    statuses.push((await byPassword()).status);
    await signIn(account, { email: agent.email });
    statuses.push((await byPassword()).status);
    await account.call('DELETE', '/saml_settings');
    statuses.push((await byPassword()).status);

    expect(statuses).toEqual([200, 401, 200, 401, 200]);
  });
});

/** Has a browser get the user's push messages. */
async function subscribeBrowser(headers: Record<string, string>): Promise<void> {
  const { status } = await test.request('POST', '/api/v1/notification_subscriptions', {
    headers,
    body: {
      notification_subscription: {
        subscription_type: 'browser_push',
        subscription_attributes: {
          endpoint: `https://push.example.com/send/${randomUUID()}`,
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      },
    },
  });
  expect(status).toBe(200);
}

const PASSWORD = 'Sunny-day-1';

/** Chooses a password by the link of a mail. */
async function choosePassword({ id, email }: { id: number; email: string }) {
  const { passwordHash } = await test
    .rows()
    .selectFrom('users')
    .select('password_hash as passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const until = new Date(Date.now() + 60_000);
  const token = passwordToken(test.app.installation.vault, { id, email, passwordHash }, until);
  return test.request('PUT', '/auth/password', { body: { reset_password_token: token, password: PASSWORD } });
}

async function addTo(account: TestAccount, { id }: { id: number }): Promise<void> {
  const now = new Date();
  await test
    .rows()
    .insertInto('account_users')
    .values({ account_id: account.id, user_id: id, role: 'agent', created_at: now, updated_at: now })
    .execute();
}

/** An answer of the provider that was spoilt. */
const spoilt = (twist: SamlTwist) => async (begun: Begun, email: string) =>
  provider.answer(begun.address, { email }, twist);
const changed = (change: (xml: string) => string) => spoilt({ change });
const option = (options: object) => spoilt({ options });
const byAnother = (options: object) => async (begun: Begun, email: string) =>
  another.answer(begun.address, { email }, { options });

const SIGNATURE = /<Signature\b.*?<\/Signature>/s;
const ASSERTION = /<saml:Assertion\b.*<\/saml:Assertion>/s;

/** The assertion without its signature, about somebody else; with another ID unless `id` is given. */
const forged = (xml: string, id = '_evil') =>
  ASSERTION.exec(xml)![0]
    .replace(SIGNATURE, '')
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replace('@example.com', '@evil.example');

/** The answer that was changed, and signed by the provider afterwards. */
const resigned = (change: (xml: string) => string) =>
  spoilt({ options: { signAssertion: false }, change: (xml) => provider.signed(change(xml), 'sha256') });

/** What the signature says that it is over. */
const reference = (uri: string) => changed((xml) => xml.replace(/<Reference URI="[^"]*"/, `<Reference URI="${uri}"`));

/** A forged answer that has the signature of the signed one, in which that stands. */
function wrapInSignature(xml: string): string {
  const [signature] = SIGNATURE.exec(xml)!;
  const signed = xml.replace(signature, '');
  const forgery = xml.replace(/ ID="[^"]+"/, ' ID="_evil"').replaceAll('@example.com', '@evil.example');
  return forgery.replace(signature, signature.replace('</Signature>', `<Object>${signed}</Object></Signature>`));
}

/** What somebody may try, and what the log says of it. */
const ATTACKS: readonly [string, string, (begun: Begun, email: string, account: TestAccount) => Promise<string>][] = [
  ['an assertion that is not signed', 'Invalid signature', changed((xml) => xml.replace(SIGNATURE, ''))],
  ['an assertion that was never signed', 'Invalid signature', option({ signAssertion: false })],
  ['one signed by another key, which it brings with it', 'Invalid signature', byAnother({})],
  [
    'one signed by another key in the name of the provider',
    'Invalid signature',
    async (begun, email) => byAnother({ issuer: provider.settings.idp_entity_id })(begun, email),
  ],
  [
    'one changed after it was signed',
    'Invalid signature',
    changed((xml) => xml.replaceAll('@example.com', '@evil.example')),
  ],
  ['one of another issuer', 'is not the provider', option({ issuer: 'https://evil.example' })],
  ['one that has expired', 'expired', option({ lifetimeInSeconds: -600 })],
  ['one for another service (audience)', 'audience mismatch', option({ audience: 'https://evil.example' })],
  ['one for another account (audience)', 'audience mismatch', option({ audience: 'http://127.0.0.1/saml/sp/1' })],
  [
    'one for another address (recipient)',
    'is for https://evil.example/acs',
    option({ recipient: 'https://evil.example/acs' }),
  ],
  ['one without an address (recipient)', 'not for this sign-in', option({ recipient: undefined })],
  [
    'one sent to another address (destination)',
    'is for https://evil.example/acs',
    option({ destination: 'https://evil.example/acs' }),
  ],
  ['one that nobody asked for', 'not begun at this server', option({ inResponseTo: undefined })],
  ['one for a request that was made elsewhere', 'not begun at this server', option({ inResponseTo: '_e30.AAAA' })],
  [
    'one in an answer to another request',
    'not begun at this server',
    async (begun, email, account) => {
      const { id } = requestIn((await begin(account)).address);
      return changed((xml) => xml.replace(/InResponseTo="[^"]+"/, `InResponseTo="${id}"`))(begun, email);
    },
  ],
  [
    'one signed with SHA-1',
    'rsa-sha1 is not taken',
    option({ signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }),
  ],
  [
    'one signed with the certificate as a password (HMAC)',
    'hmac-sha1 is not taken',
    changed((xml) =>
      xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    ),
  ],
  [
    'a forged assertion before the signed one',
    'not have one assertion',
    changed((xml) => xml.replace('<saml:Assertion', `${forged(xml)}<saml:Assertion`)),
  ],
  [
    'a forged assertion after the signed one',
    'not have one assertion',
    changed((xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`)),
  ],
  [
    'a forged assertion with the ID of the signed one',
    'not have one assertion',
    changed((xml) => {
      const [, id] = / ID="([^"]+)"/.exec(ASSERTION.exec(xml)![0])!;
      return xml.replace('<saml:Assertion', `${forged(xml, id)}<saml:Assertion`);
    }),
  ],
  [
    'a forged assertion around the signed one',
    'not have one assertion',
    changed((xml) => {
      const [signed] = ASSERTION.exec(xml)!;
      const around = forged(xml).replace(
        '</saml:Issuer>',
        `</saml:Issuer><samlp:Extensions>${signed}</samlp:Extensions>`,
      );
      return xml.replace(signed, around);
    }),
  ],
  [
    'a forged assertion, and the signed one in the extensions of the answer',
    'not have one assertion',
    changed((xml) => {
      const [signed] = ASSERTION.exec(xml)!;
      return xml
        .replace(signed, forged(xml))
        .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`);
    }),
  ],
  [
    'a forged assertion, and the signed one in its signature',
    'not have one assertion',
    changed((xml) => {
      const [signed] = ASSERTION.exec(xml)!;
      const [signature] = SIGNATURE.exec(signed)!;
      const around = signature.replace('</Signature>', `<Object>${signed.replace(signature, '')}</Object></Signature>`);
      return xml.replace(signed, forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${around}`));
    }),
  ],
  [
    'an answer around the signed one',
    'no answer',
    changed(
      (xml) =>
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_evil">${forged(xml)}${xml}</samlp:Response>`,
    ),
  ],
  [
    'a forged answer with the signed one in its signature',
    'no answer',
    async (begun, email) => {
      const whole = { options: { signAssertion: false, signResponse: true } };
      return provider.answer(begun.address, { email }, { ...whole, change: wrapInSignature });
    },
  ],
  [
    'a forged answer after the signed one, whose signature it has',
    'no answer',
    async (begun, email) => {
      const whole = { options: { signAssertion: false, signResponse: true } };
      const change = (xml: string) => {
        const [signature] = SIGNATURE.exec(xml)!;
        const forgery = xml.replace(/ ID="[^"]+"/, ' ID="_evil"').replaceAll('@example.com', '@evil.example');
        return forgery.replace(signature, `${signature}${xml.replace(signature, '')}`);
      };
      return provider.answer(begun.address, { email }, { ...whole, change });
    },
  ],
  [
    'a forged assertion whose prefix has other letters, and the signed one in the extensions',
    'not have one assertion',
    changed((xml) => {
      const [signed] = ASSERTION.exec(xml)!;
      const other = forged(xml)
        .replaceAll('saml:Assertion', 'é:Assertion')
        .replace('xmlns:saml', 'xmlns:é="u" xmlns:saml');
      return xml
        .replace(signed, other)
        .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`);
    }),
  ],
  [
    'a transform that leaves things out (XPath)',
    'REC-xpath-19991116 is not taken',
    changed((xml) =>
      xml.replace(
        'http://www.w3.org/2001/10/xml-exc-c14n#"/></Transforms>',
        'http://www.w3.org/TR/1999/REC-xpath-19991116"/></Transforms>',
      ),
    ),
  ],
  [
    'a transform that runs programs (XSLT)',
    'REC-xslt-19991116 is not taken',
    changed((xml) =>
      xml.replace(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xslt-19991116',
      ),
    ),
  ],
  [
    'an algorithm that is written otherwise',
    'is not taken',
    changed((xml) => xml.replace('#rsa-sha256', '#hmac&#45;sha1')),
  ],
  ['a signature over the whole document', 'reference uri not found', reference('')],
  ['a signature over something that is not there', 'Invalid signature', reference('#_none')],
  [
    'two things that the signature is over',
    'Invalid signature',
    changed((xml) => xml.replace(/<Reference .*?<\/Reference>/s, '$&$&')),
  ],
  [
    'two things that say what is signed',
    'Invalid signature',
    changed((xml) => xml.replace(/<SignedInfo.*?<\/SignedInfo>/s, '$&$&')),
  ],
  ['two signatures of one assertion', 'Too many signatures', changed((xml) => xml.replace(SIGNATURE, '$&$&'))],
  [
    'an assertion that is good for later',
    'not yet valid',
    resigned((xml) =>
      xml.replace(/ NotBefore="[^"]+"/, ` NotBefore="${new Date(Date.now() + 3_600_000).toISOString()}"`),
    ),
  ],
  ['one without conditions', 'null', resigned((xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/s, ''))],
  [
    'one that is for any service (no audience)',
    'AudienceRestriction',
    resigned((xml) => xml.replace(/<saml:AudienceRestriction.*<\/saml:AudienceRestriction>/s, '')),
  ],
  [
    'one without a subject',
    'not for this sign-in',
    resigned((xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/s, '')),
  ],
  [
    'one with two subjects',
    'not for this sign-in',
    resigned((xml) => xml.replace(/<saml:Subject>.*<\/saml:Subject>/s, '$&$&')),
  ],
  [
    'one that its holder must prove by a key',
    'not for this sign-in',
    resigned((xml) => xml.replace('cm:bearer', 'cm:holder-of-key')),
  ],
  [
    'one whose confirmation is over',
    'not for this sign-in',
    resigned((xml) =>
      xml.replace(
        /(<saml:SubjectConfirmationData[^>]* NotOnOrAfter=")[^"]+/,
        `$1${new Date(Date.now() - 600_000).toISOString()}`,
      ),
    ),
  ],
  [
    'an address that only looks like that of a user',
    'gave no e-mail address',
    async (begun, email) => {
      const known = email.replace('example', 'kexample');
      await test.rows().updateTable('users').set({ email: known }).where('email', '=', email).execute();
      return provider.answer(begun.address, { email: known.replace('@k', '@\u212A') });
    },
  ],
  [
    'an answer in another encoding',
    'no answer',
    async (begun, email) => {
      const answer = await provider.answer(begun.address, { email });
      return Buffer.from(Buffer.from(answer, 'base64').toString(), 'utf16le').toString('base64');
    },
  ],
  [
    'an answer for an account that is suspended meanwhile',
    'no provider any more',
    async (begun, email, account) => {
      await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account.id).execute();
      return provider.answer(begun.address, { email });
    },
  ],
  [
    'an encrypted assertion',
    'is encrypted',
    changed((xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')),
  ],
  [
    'a comment in the address',
    'a comment',
    changed((xml) => xml.replaceAll('@example.com', '@example.com<!-- -->.evil.example')),
  ],
  [
    'entities (XXE)',
    'DOCTYPE',
    changed((xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('Grace Hopper', '&e;')}`),
  ],
  ['entities that grow', 'DOCTYPE', changed((xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${xml}`)],
  [
    'a processing instruction',
    'processing instruction',
    changed((xml) => xml.replace('Grace Hopper', 'Grace<?x y?> Hopper')),
  ],
  ['no assertion', 'not have one assertion', changed((xml) => xml.replace(ASSERTION, ''))],
  [
    'a refusal of the provider',
    'says Responder',
    changed((xml) => xml.replace(ASSERTION, '').replace(':status:Success', ':status:Responder')),
  ],
  ['what is no XML', 'no answer', async () => Buffer.from('no XML').toString('base64')],
  ['what is no base64', 'no answer', async () => '%%%'],
  ['deep nesting', 'too many elements', async () => Buffer.from('<a>'.repeat(30_000)).toString('base64')],
  [
    'elements that take minutes to canonicalize',
    'too many elements',
    changed((xml) => xml.replace('</saml:Assertion>', `${'<a/>'.repeat(25_000)}</saml:Assertion>`)),
  ],
  [
    'attributes that take long to canonicalize',
    'too many attributes',
    changed((xml) => {
      const many = Array.from({ length: 5000 }, (_, index) => `xmlns:n${index}="u"`).join(' ');
      return xml.replace('</saml:Assertion>', `<a ${many}/></saml:Assertion>`);
    }),
  ],
  [
    'a status that has no end, thousands of times',
    'too many elements',
    async () => Buffer.from(`<Response ${'<StatusCode '.repeat(12_000)}`).toString('base64'),
  ],
  ['a huge answer', 'too long', changed((xml) => xml.replace('Grace Hopper', 'x'.repeat(150_000)))],
  [
    'a status of one very long word',
    'says aaa',
    changed((xml) => xml.replace('urn:oasis:names:tc:SAML:2.0:status:Success', 'a'.repeat(100_000))),
  ],
  [
    'an answer that was used',
    'used already',
    async (begun, email) => {
      const answer = await provider.answer(begun.address, { email });
      expect((await post(answer)).status).toBe(302);
      return answer;
    },
  ],
  [
    'an answer that was used at another server of the installation',
    'used already',
    async (begun, email) => {
      const answer = await provider.answer(begun.address, { email });
      const other = await givenApp({ 'server.public_url': test.app.installation.publicUrl }, { place });
      expect((await post(answer, other)).status).toBe(302);
      await other.stop();
      return answer;
    },
  ],
  [
    'an answer to a provider that the account has no more',
    'no provider any more',
    async (begun, email, account) => {
      await account.call('DELETE', '/saml_settings');
      return provider.answer(begun.address, { email });
    },
  ],
];

const REFUSED = expect.stringMatching(
  /^\{"level":"warn",.*"address":"127\.0\.0\.1",.*"reason":".+".*"msg":"sign-in failed"\}\n$/,
);

describe('what is no proof of who somebody is', () => {
  it.each(ATTACKS)('%s is refused, and the log says: %s', async (_, reason, attack) => {
    const account = await givenSaml();
    const answer = await attack(await begin(account), account.administrator.email, account);
    lines = [];

    const from = performance.now();
    const { status, headers } = await post(answer);

    expect([status, headers.get('location')]).toEqual([401, null]);
    expect(lines).toEqual([REFUSED]);
    expect(JSON.parse(lines[0]!).reason).toContain(reason);
    // Nothing else is done meanwhile.
    expect(performance.now() - from).toBeLessThan(5000);
  });

  it.each([
    ['another browser', async (account: TestAccount) => (await begin(account)).cookie],
    ['a browser without a cookie', async () => ''],
  ])('what the provider said to one browser is refused from %s', async (_, cookieOf) => {
    const account = await givenSaml();
    const { address } = await begin(account);
    const sent = await post(await provider.answer(address, { email: account.administrator.email }));
    const cookie = await cookieOf(account);
    lines = [];

    const { status } = await goOn(sent.headers.get('location'), cookie);

    expect([status, lines]).toEqual([401, [REFUSED]]);
  });

  it('a ticket that was used, changed or made up is refused', async () => {
    const account = await givenSaml();
    const { address, cookie } = await begin(account);
    const sent = await post(await provider.answer(address, { email: account.administrator.email }));
    const location = sent.headers.get('location')!;

    const statuses = [
      (await goOn(location.slice(0, -1), cookie)).status,
      (await goOn(location.replace(/ticket=.*/, 'ticket=AAAA'), cookie)).status,
      (await goOn(location, cookie)).status,
      (await goOn(location, cookie)).status,
    ];

    expect(statuses).toEqual([401, 401, 302, 401]);
  });
});
