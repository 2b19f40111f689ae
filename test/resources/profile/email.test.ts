import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { hashPassword } from '../../../src/secrets.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const PASSWORD = 'Correct-horse-1';
const quick = quickHash(PASSWORD);

let server: MailServer;
let test: TestApp;
/** Of the same password, and as slow to compare with as those of real users. */
let slow: string;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': server.url });
  slow = await hashPassword(PASSWORD);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

type Headers = Record<string, string>;

/** A user who can sign in, and their profile by a token or by the headers of a session. */
async function givenUser(passwordHash = quick) {
  const { administrator: user } = await givenAccount(test);
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
  return {
    ...user,
    newEmail: `new.${user.email}`,
    change: (body: object, headers?: Headers) =>
      test.request('PATCH', '/api/v1/profile', { token: headers ? null : user.token, headers, body }),
    show: (headers?: Headers) =>
      test.request('GET', '/api/v1/profile', { token: headers ? null : user.token, headers }),
    signIn: async (email: string) =>
      (await test.request('POST', '/auth/sign_in', { body: { email, password: PASSWORD } })).status,
    session: async (): Promise<Headers> => {
      const { authorization: _, ...headers } = sessionHeaders(await openSession(test.app.tx(), user, new Date()));
      return headers;
    },
  };
}

describe('another e-mail address', () => {
  it.each([
    ['no password', {}],
    ['a wrong password', { current_password: 'Wrong-horse-1' }],
  ])('is refused with %s, whatever token the user has', async (_, proof) => {
    const user = await givenUser();

    const { status, body } = await user.change({ email: user.newEmail, name: 'Thief', ...proof });

    expect([status, body]).toEqual([
      422,
      {
        error: 'Invalid current password',
        message: expect.stringContaining('current_password must be the password'),
        attributes: ['current_password'],
      },
    ]);
    expect((await user.show()).body).toMatchObject({ email: user.email, name: user.name });
    expect([await user.signIn(user.email), await user.signIn(user.newEmail)]).toEqual([200, 401]);
  });

  it('is announced to the former one', async () => {
    const user = await givenUser();

    const { status } = await user.change({ email: user.newEmail, current_password: PASSWORD });
    const [mail] = await server.mailsTo(user.email);

    expect(status).toBe(200);
    expect(mail?.to).toEqual([user.email]);
    expect(mail?.email.subject).toBe('Your e-mail address on Parley was changed');
    for (const text of [mail?.email.text, mail?.email.html]) {
      expect(text).toContain(`was changed from ${user.email} to ${user.newEmail}`);
      expect(text).toContain('If it was not you');
    }
  });

  it('may be the same, which needs no password and is announced to no one', async () => {
    const user = await givenUser();

    const { status, body } = await user.change({ email: ` ${user.email.toUpperCase()}`, name: 'Ada Lovelace' });
    const jobs = await test.rows().selectFrom('jobs').select('payload').where('kind', '=', 'email_changed').execute();

    expect([status, body.name, body.email]).toEqual([200, 'Ada Lovelace', user.email]);
    expect(JSON.stringify(jobs)).not.toContain(user.email);
  });

  it('is refused without a password, and says how to get one', async () => {
    const agent = await givenAgent(test, await givenAccount(test));

    const { status, body } = await test.request('PATCH', '/api/v1/profile', {
      token: agent.token,
      body: { email: `new.${agent.email}`, current_password: '' },
    });

    expect([status, body.attributes]).toEqual([422, ['current_password']]);
    expect(body.message).toContain('POST /auth/password');
  });

  it('keeps the session that asked for it, answers its new uid, and ends the others', async () => {
    const user = await givenUser();
    const [mine, other] = [await user.session(), await user.session()];

    const { status, headers } = await user.change({ email: user.newEmail, current_password: PASSWORD }, mine);

    const renamed = Object.fromEntries(
      ['access-token', 'client', 'uid', 'expiry'].map((name) => [name, headers.get(name) ?? '']),
    );
    expect([status, renamed]).toEqual([
      200,
      { 'access-token': mine['access-token'], client: mine['client'], expiry: mine['expiry'], uid: user.newEmail },
    ]);
    const bearer = { authorization: headers.get('authorization') ?? '' };
    const answers = [
      await user.show(renamed),
      await user.show(bearer),
      await user.show(mine),
      await user.show({ ...other, uid: user.newEmail }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
  });
});

describe('the password that proves a change', () => {
  it('permits one of two changes that replace it at once', async () => {
    const user = await givenUser(slow);

    const answers = await Promise.all(
      ['Battery-staple-2', 'Battery-staple-3'].map((password) => user.change({ password, current_password: PASSWORD })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body).toMatchObject({ error: 'Invalid current password', attributes: ['current_password'] });
  });

  it('does not delay uploads of files, however many are tried', async () => {
    const user = await givenUser(slow);
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob(['receipt']), 'receipt.txt');
    let tried = 0;
    const tries = Array.from({ length: 16 }, () =>
      user.change({ email: user.newEmail, current_password: 'Wrong-horse-1' }).then(() => (tried += 1)),
    );
    // By now the others have been read.
    await user.show();

    const { status } = await account.call('POST', `/conversations/${conversation.id}/messages`, form);

    expect(status).toBe(201);
    expect(tried).toBeLessThan(tries.length / 2);
    await Promise.all(tries);
  });

  it('is of no use to a user who is deleted meanwhile', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await test.rows().updateTable('users').set({ password_hash: slow }).where('id', '=', agent.id).execute();
    const body = { password: 'Battery-staple-2', current_password: PASSWORD };

    const changing = test.request('PATCH', '/api/v1/profile', { token: agent.token, body });
    // By now the other request is comparing passwords, which takes a while.
    await test.request('GET', '/api/v1/profile', { token: agent.token });
    const deleted = await account.call('DELETE', `/agents/${agent.id}`);
    const changed = await changing;

    expect([deleted.status, changed.status]).toEqual([200, 422]);
  });
});

describe('revoke_access_tokens', () => {
  it('ends the API tokens of the user with the former password', async () => {
    const [user, bystander] = [await givenUser(), await givenUser()];
    const session = await user.session();
    const change = { password: 'Battery-staple-2', current_password: PASSWORD, revoke_access_tokens: true };

    const { status } = await user.change(change, session);

    expect(status).toBe(200);
    expect([(await user.show()).status, (await user.show(session)).status]).toEqual([401, 200]);
    expect((await bystander.show()).status).toBe(200);
  });

  it('needs a new password', async () => {
    const user = await givenUser();

    const { status, body } = await user.change({ revoke_access_tokens: true, current_password: PASSWORD });

    expect([status, body.attributes]).toEqual([422, ['revoke_access_tokens']]);
    expect((await user.show()).status).toBe(200);
  });
});
