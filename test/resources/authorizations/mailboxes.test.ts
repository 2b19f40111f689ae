import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { jobKinds } from '../../../src/jobs/job-kinds.ts';
import { comeBack, connect, started } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

let test: TestApp;
let oauth: OauthServer;
let log = '';
beforeAll(async () => {
  oauth = await givenOauthServer();
  const written = { write: (line: string) => void (log += line) };
  test = await givenApp(
    { ...oauth.settings, 'log.level': 'debug', 'webhooks.allowed_networks': '127.0.0.0/8' },
    // Their mail servers are those of the providers, which no test may reach.
    { log: written, jobs: false },
  );
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
});

const newAddress = () => `box-${randomUUID()}@acme.example`;
const MAIL_SERVERS = {
  google: ['imap.gmail.com', 'smtp.gmail.com'],
  microsoft: ['outlook.office365.com', 'smtp.office365.com'],
};

describe.each(['google', 'microsoft'] as const)('a mailbox at %s', (provider) => {
  it('becomes an inbox that signs in with a token', async () => {
    const account = await givenAccount(test);
    const email = newAddress();

    const { location } = await connect(test, oauth, account, provider, { email, claims: { name: 'Acme Help' } });

    const [, id] = /^.*\/app\/accounts\/\d+\/settings\/inboxes\/new\/(\d+)\/agents$/.exec(location) ?? [];
    expect(location.startsWith(`${test.app.installation.publicUrl}/app/accounts/${account.id}/`)).toBe(true);
    const { body } = await account.call('GET', `/inboxes/${id}`);
    expect(body).toMatchObject({
      name: 'Acme Help',
      channel_type: 'Channel::Email',
      email,
      provider,
      imap_enabled: true,
      imap_address: MAIL_SERVERS[provider][0],
      imap_port: 993,
      imap_login: email,
      imap_password: null,
      imap_authentication: 'xoauth2',
      smtp_enabled: true,
      smtp_address: MAIL_SERVERS[provider][1],
      smtp_port: 587,
      smtp_authentication: 'xoauth2',
      smtp_password: null,
      reauthorization_required: false,
    });
  });

  it('is connected again where the account has an inbox with its address', async () => {
    const account = await givenAccount(test);
    const email = newAddress();
    const plain = { imap_enabled: true, imap_address: 'mail.acme.example', imap_login: email, imap_password: 'old' };
    const inbox = await givenInbox(account, { type: 'email', email, ...plain });

    const first = await connect(test, oauth, account, provider, { email: email.toUpperCase() });
    const again = await connect(test, oauth, account, provider, { email });

    const place = `${test.app.installation.publicUrl}/app/accounts/${account.id}/settings/inboxes/${inbox.id}`;
    expect([first.location, again.location]).toEqual([place, place]);
    const { body } = await account.call('GET', `/inboxes/${inbox.id}`);
    expect(body).toMatchObject({ provider, imap_address: MAIL_SERVERS[provider][0], imap_password: null });
    const rows = await test
      .rows()
      .selectFrom('authorizations')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(rows.map(({ channel_id, ended_at }) => [channel_id, ended_at])).toEqual([[inbox.channel_id, null]]);
  });
});

describe('a connected mailbox', () => {
  it('keeps its tokens secret: sealed, in no answer, and in no line of the log', async () => {
    const account = await givenAccount(test);
    const email = newAddress();

    const { back, location } = await connect(test, oauth, account, 'google', { email });

    const { text } = await account.call('GET', '/inboxes');
    const row = await test
      .rows()
      .selectFrom('authorizations')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    const { access, refresh } = oauth.issued.at(-1)!;
    const secrets = [access, refresh, back.searchParams.get('code')!, back.searchParams.get('state')!, 'hush-hush'];
    const seen = [text, location, JSON.stringify(row), log];
    expect(secrets.filter((secret) => seen.some((place) => place.includes(secret)))).toEqual([]);
  });

  it('goes on with setting the account up where that was asked for', async () => {
    const account = await givenAccount(test);

    const { location } = await connect(
      test,
      oauth,
      account,
      'google',
      { email: newAddress() },
      { return_to: 'onboarding' },
    );

    expect(location).toBe(`${test.app.installation.publicUrl}/app/accounts/${account.id}/onboarding/inbox-setup`);
  });

  it('signs in by the name that Microsoft gives, where that is not the address', async () => {
    const account = await givenAccount(test);
    const claims = { preferred_username: 'jane@acme.example' };

    await connect(test, oauth, account, 'microsoft', { email: newAddress(), claims });

    const { body } = await account.call('GET', '/inboxes');
    expect(body.payload[0]).toMatchObject({ imap_login: 'jane@acme.example', smtp_login: 'jane@acme.example' });
  });

  it("is not taken from another account's inbox, but waits for a proof", async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const email = newAddress();
    const before = await givenInbox(other, { type: 'email', email });

    await connect(test, oauth, account, 'google', { email });

    const [inbox] = (await account.call('GET', '/inboxes')).body.payload;
    expect([inbox.email, inbox.address_status]).toEqual([email, 'pending']);
    expect((await other.call('GET', `/inboxes/${before.id}`)).body.address_status).toBe('active');
  });

  it('counts against the limit of inboxes', async () => {
    const account = await givenAccount(test);
    await test
      .rows()
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ inboxes: 0 }) as never })
      .where('id', '=', account.id)
      .execute();

    const { status, text } = await comeBack(
      test,
      await oauth.consent(await started(account, 'google'), { email: newAddress() }),
    );

    expect([status, text]).toEqual([402, expect.stringContaining('Account limit exceeded')]);
  });

  it.each([
    ['names no mailbox', { claims: { email: undefined } }],
    ['is for another application', { claims: { aud: 'another-client' } }],
    ['has expired', { claims: { exp: 1_000_000_000 } }],
    ['is about an address that was not verified', { claims: { email_verified: false } }],
  ])('is refused when what the provider says of it %s', async (_, person) => {
    const account = await givenAccount(test);
    const url = await started(account, 'google');

    const { status } = await comeBack(test, await oauth.consent(url, { email: newAddress(), ...person }));

    expect(status).toBe(422);
    expect((await account.call('GET', '/inboxes')).body.payload).toEqual([]);
  });

  it('gives its token to no server but those of the provider, and of allowed networks', async () => {
    const account = await givenAccount(test);
    await connect(test, oauth, account, 'google', { email: newAddress() });
    const [inbox] = (await account.call('GET', '/inboxes')).body.payload;
    const change = async (channel: object) => account.call('PATCH', `/inboxes/${inbox.id}`, { channel });

    const elsewhere = await change({ imap_address: 'imap.evil.example' });
    const provider = await change({ provider: 'acme' });
    const inside = await change({ smtp_address: '127.0.0.1', smtp_authentication: 'xoauth2' });
    const password = await change({
      imap_address: 'imap.acme.example',
      imap_authentication: 'plain',
      imap_password: 'secret',
    });

    expect([elsewhere.status, provider.status, inside.status, password.status]).toEqual([422, 422, 200, 200]);
    expect(inside.body).toMatchObject({ smtp_address: '127.0.0.1', smtp_authentication: 'xoauth2' });
    expect(password.body).toMatchObject({ imap_address: 'imap.acme.example', imap_authentication: 'plain' });
  });

  it('cannot be had without connecting', async () => {
    const account = await givenAccount(test);
    const channel = { type: 'email', email: newAddress(), provider: 'google', imap_authentication: 'xoauth2' };

    const inbox = await givenInbox(account, channel);

    expect(inbox.imap_authentication).toBe('plain');
  });

  it.each(['inbox', 'account'])('has its tokens revoked at the provider when the %s is deleted', async (what) => {
    const account = await givenAccount(test);
    await connect(test, oauth, account, 'google', { email: newAddress() });
    const { refresh } = oauth.issued.at(-1)!;
    const [inbox] = (await account.call('GET', '/inboxes')).body.payload;

    if (what === 'inbox') await account.call('DELETE', `/inboxes/${inbox.id}`);
    else {
      const { deleteAccount } = await import('../../../src/resources/accounts/delete-account.ts');
      await deleteAccount(test.app.tx(), account.id, new Date());
    }

    const ended = () =>
      test.rows().selectFrom('authorizations').select('id').where('ended_at', 'is not', null).execute();
    const job = {
      id: 0,
      accountId: null,
      attemptsCount: 0,
      createdAt: new Date(),
      signal: new AbortController().signal,
    };
    for (const { id } of await ended()) await jobKinds.revoke_authorization(test.app, { authorization_id: id }, job);

    expect(oauth.revoked).toContain(refresh);
    expect(await ended()).toEqual([]);
  });

  it('shows agents nothing of how it signs in', async () => {
    const account = await givenAccount(test);
    await connect(test, oauth, account, 'google', { email: newAddress() });
    const agent = await givenAgent(test, account);
    const [inbox] = (await account.call('GET', '/inboxes')).body.payload;

    const { body } = await account.call('GET', `/inboxes/${inbox.id}`, undefined, { token: agent.token });

    expect([body.reauthorization_required, 'imap_authentication' in body]).toEqual([false, false]);
  });
});
