import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jobKinds } from '../../../src/jobs/job-kinds.ts';
import { MAX_ATTEMPTS } from '../../../src/jobs/queue/finish-job.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { followingJobs, givenLeft, nothingLeft, passTime } from '../../support/mail/followed.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

let server: MailServer;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  server = await givenMailServer();
  test = await givenApp({
    'mail.smtp_url': server.url,
    'mail.inbound_domain': 'in.acme.example',
    'mail.retry_seconds': '3600',
  });
});
beforeEach(async () => {
  Object.assign(server, { refusal: null, losesAnswers: false });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await server.stop();
});

/** The message as the API shows it, once it says how its mail ended. */
async function endedIn(conversation: { id: number }, content: string) {
  const messages = await eventually(
    () => messagesOf(account, conversation),
    (all) => all.find((one: { content: string }) => one.content === content)?.content_attributes.email_continuity,
  );
  return messages.find((one: { content: string }) => one.content === content);
}

describe('a mail that follows a contact', () => {
  it('waits while the mail server does not take it, and then has what is unseen', async () => {
    const left = await givenLeft(test, account);
    server.refusal = '451 come back later';
    await reply(account, left.conversation, { content: 'one' });
    await passTime(test, account);
    const [job] = await eventually(
      () => followingJobs(test, account),
      ([first]) => first?.leased_by === null && first.attempts_count === 1,
    );
    server.refusal = null;
    await reply(account, left.conversation, { content: 'two' });
    await passTime(test, account);
    const [mail] = await server.mailsTo(left.email);
    await nothingLeft(test, account);

    expect(job!.last_error).toContain('451 come back later');
    expect(mail!.email.text).toMatch(/^one\n\ntwo\n/);
    expect(await server.mailsTo(left.email)).toHaveLength(1);
  });

  it('fails where the server refuses it, and says why; the message can still be read', async () => {
    const left = await givenLeft(test, account);
    server.refusal = '550 no such user';
    await reply(account, left.conversation, { content: 'one' });
    await passTime(test, account);
    const message = await endedIn(left.conversation, 'one');

    expect(message.status).toBe('sent');
    expect(message.content_attributes.email_continuity).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('550 no such user'),
    });
  });

  it('is not sent again where nobody knows whether it was taken', async () => {
    const left = await givenLeft(test, account);
    server.losesAnswers = true;
    await reply(account, left.conversation, { content: 'one' });
    await passTime(test, account);
    const { content_attributes: attributes } = await endedIn(left.conversation, 'one');
    server.losesAnswers = false;
    await reply(account, left.conversation, { content: 'two' });
    await passTime(test, account);
    const [, second] = await server.mailsTo(left.email, 2);

    expect(attributes.email_continuity).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('it is not known whether'),
    });
    expect(second!.email.text).toMatch(/^two\n/);
  });

  it('is not sent again after the process was killed while it sent it', async () => {
    const left = await givenLeft(test, account);
    server.refusal = '451 come back later';
    const { body } = await reply(account, left.conversation, { content: 'one' });
    await passTime(test, account);
    await eventually(
      () => followingJobs(test, account),
      ([first]) => first?.leased_by === null && first.attempts_count === 1,
    );
    server.refusal = null;
    await test.rows().updateTable('sendings').set({ begun_at: new Date() }).where('message_id', '=', body.id).execute();
    await passTime(test, account);
    const { content_attributes: attributes } = await endedIn(left.conversation, 'one');

    expect(attributes.email_continuity.error).toContain('the server ended while it sent the mail');
    expect(server.arrived.filter(({ to }) => to.includes(left.email))).toEqual([]);
  });

  it('fails with the reason where the server cannot make it until the last attempt', async () => {
    const left = await givenLeft(test, account);
    await reply(account, left.conversation, { content: 'one' });
    const [job] = await followingJobs(test, account);
    const { config } = test.app;
    const broken = { ...test.app, config: { ...config, mail: { ...config.mail, smtp_url: 'smtp://[' } } };
    const attempt = (attemptsCount: number) =>
      jobKinds.continue_by_email(broken, job!.payload, {
        id: job!.id,
        accountId: account.id,
        attemptsCount,
        createdAt: job!.created_at,
        signal: new AbortController().signal,
      });
    await expect(attempt(MAX_ATTEMPTS - 2)).rejects.toThrow();
    await attempt(MAX_ATTEMPTS - 1);
    const { content_attributes: attributes } = await endedIn(left.conversation, 'one');
    await nothingLeft(test, account);

    expect(attributes.email_continuity).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('the server could not send it'),
    });
  });

  it('is not planned where nothing could be sent or answered', async () => {
    const other = await givenApp({ 'mail.smtp_url': server.url }, { isShared: false });
    const its = await givenAccount(other);
    const left = await givenLeft(other, its);
    await reply(its, left.conversation, { content: 'Hello' });
    const jobs = await followingJobs(other, its);
    await other.stop();

    expect(jobs).toEqual([]);
  });
});
