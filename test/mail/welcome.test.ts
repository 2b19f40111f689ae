import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../support/factories.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';

const PASSWORD = 'Correct-horse-1';

let server: MailServer;
let test: TestApp;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({ 'mail.smtp_url': server.url, 'mail.from': 'support@acme.example' });
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

async function invited(account: TestAccount, email = `${randomUUID()}@example.com`) {
  const { body } = await account.call('POST', '/agents', { name: 'Gus <Agent>', email, role: 'agent' });
  return { id: body.id as number, email };
}

const jobOf = (account: TestAccount) =>
  test
    .rows()
    .selectFrom('jobs')
    .select(['kind', 'status', 'last_error as lastError'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'welcome')
    .executeTakeFirstOrThrow();

describe('the mail to a new agent', () => {
  it('greets them, and links to the page where they choose a password', async () => {
    const account = await givenAccount(test, 'Acme & Sons');

    const { email } = await invited(account);
    const [mail] = await server.mailsTo(email);

    expect(mail?.to).toEqual([email]);
    expect(mail?.email.subject).toBe('Welcome to Acme & Sons on Parley');
    const { text = '', html = '' } = mail?.email ?? {};
    expect(text).toContain('Hello Gus <Agent>,\n\nAda Admin has made you an agent of Acme & Sons.');
    expect(text).toMatch(/Choose a password here, until \d{4}-\d\d-\d\d \d\d:\d\d UTC:/);
    expect(text).toContain(`Then sign in as ${email} in the app that your team uses.`);
    for (const part of [text, html]) expect(part).toContain(`${test.url}/docs/who-answers`);
    expect((await fetch(`${test.url}/docs/who-answers`)).status).toBe(200);
    expect(html).toContain('Hello Gus &lt;Agent&gt;');
    const [link = ''] = /http\S+reset_password_token=\S+/.exec(text) ?? [];
    expect(html.replaceAll('&#x3D;', '=')).toContain(link);
    expect((await fetch(link)).status).toBe(200);
  });

  it('says when they see no inbox yet', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const email = `${randomUUID()}@example.com`;

    const { email: blind } = await invited(account);
    await account.call('POST', '/agents', { email, inbox_ids: [inbox.id] });
    const [told] = await server.mailsTo(blind);
    const [other] = await server.mailsTo(email);

    expect(told?.email.text).toContain('You are in no inbox yet and see no conversations.');
    expect(told?.email.html).toContain('You are in no inbox yet');
    expect(other?.email.text).not.toContain('no inbox');
  });

  it('lets them sign in with the password that they choose', async () => {
    const { email } = await invited(await givenAccount(test));
    const [mail] = await server.mailsTo(email);
    const [, token = ''] = /reset_password_token=(\S+)/.exec(mail?.email.text ?? '') ?? [];

    const body = { reset_password_token: token, password: PASSWORD, password_confirmation: PASSWORD };
    const chosen = await test.request('PUT', '/auth/password', { body });
    const signedIn = await test.request('POST', '/auth/sign_in', { body: { email, password: PASSWORD } });

    expect([chosen.status, signedIn.status]).toEqual([200, 200]);
  });

  it('is not sent to a user who can sign in already', async () => {
    const { email } = await invited(await givenAccount(test));
    await server.mailsTo(email);
    const other = await givenAccount(test, 'Other');

    await invited(other, email);
    const mails = await server.mailsTo(email, 2);

    expect(mails.map(({ email: { subject } }) => subject)).toEqual(['Welcome to Acme on Parley', 'Other on Parley']);
  });

  it('is not sent to an agent who has left before', async () => {
    const account = await givenAccount(test);
    await server.leave();
    const { id, email } = await invited(account);
    await eventually(
      () => jobOf(account),
      ({ lastError }) => lastError !== null,
    );
    await account.call('DELETE', `/agents/${id}`);
    await server.comeBack();
    await test
      .rows()
      .updateTable('jobs')
      .set({ due_at: new Date() })
      .where('account_id', '=', account.id)
      .where('leased_by', 'is', null)
      .execute();

    await eventually(
      () => jobOf(account),
      ({ status }) => status === 'done',
    );
    expect(server.arrived.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('the mail to an agent who works elsewhere already', () => {
  it('tells them of the account, and calls them by their own name', async () => {
    const bea = await givenAgent(test, await givenAccount(test), 'Bea');
    const account = await givenAccount(test, 'Acme & Sons');

    await invited(account, bea.email);
    const [mail] = await server.mailsTo(bea.email);

    expect(mail?.email.subject).toBe('Acme & Sons on Parley');
    expect(mail?.email.text).toContain(
      `Hello Bea,\n\nAda Admin has made you an agent of Acme & Sons.\n\nSign in as ${bea.email}`,
    );
    expect(mail?.email.html).toContain('an agent of Acme &amp; Sons');
  });
});
