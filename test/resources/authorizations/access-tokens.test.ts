import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openApp } from '../../../src/app.ts';
import { mailKinds } from '../../../src/jobs/mails/mails.ts';
import { refreshAuthorizations } from '../../../src/jobs/authorizations/refresh-authorizations.ts';
import {
  accessTokenOf,
  accessTokenOfChannel,
  refuseAccessToken,
} from '../../../src/resources/authorizations/access-token.ts';
import { loseAuthorization } from '../../../src/resources/authorizations/lose-authorization.ts';
import { connect } from '../../support/providers/connect.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

const MINUTE = 60_000;

let test: TestApp;
let oauth: OauthServer;
let mail: MailServer;
let later = 0;
const now = () => new Date(Date.now() + later);
beforeAll(async () => {
  oauth = await givenOauthServer();
  mail = await givenMailServer();
  test = await givenApp({ ...oauth.settings, 'mail.smtp_url': mail.url }, { now, jobs: false });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
  await mail.stop();
});

let account: TestAccount;
beforeEach(async () => {
  Object.assign(oauth, { refuses: null, rotates: true, life: 3600, delay: Promise.resolve() });
  later = 0;
  account = await givenAccount(test);
});

/** Does what a server with jobs does by itself; the clock of this one jumps. */
async function runMails(): Promise<void> {
  const jobs = test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id);
  for (const job of await jobs.where('kind', '=', 'reauthorization_required').execute()) {
    const underWay = { id: job.id, accountId: account.id, attemptsCount: 0, createdAt: now() };
    const { signal } = new AbortController();
    await mailKinds['reauthorization_required']!(test.app, job.payload, { ...underWay, signal });
  }
}

/** The newest tokens of the mailbox. */
const newest = ({ email }: { email: string }) => oauth.issued.findLast(({ person }) => person.email === email)!;
/** How often the provider was asked with this refresh token. */
const refreshesWith = (token: string) =>
  oauth.asked.filter(({ parameters }) => parameters['refresh_token'] === token).length;

/** A mailbox that is connected, with the tokens that it got. */
async function givenMailbox(provider = 'google') {
  const email = `box-${randomUUID()}@acme.example`;
  await connect(test, oauth, account, provider, { email });
  const [inbox] = (await account.call('GET', '/inboxes')).body.payload;
  const { access, refresh } = newest({ email });
  return { id: inbox.id as number, channelId: inbox.channel_id as number, email, access, refresh };
}

const tokenOf = ({ channelId }: { channelId: number }, app = test.app) => accessTokenOfChannel(app, channelId);
const inboxOf = async ({ id }: { id: number }) => (await account.call('GET', `/inboxes/${id}`)).body;

describe('the access token of a mailbox', () => {
  it.each(['google', 'microsoft'])('at %s is the one that it got, until five minutes before it expires', async (at) => {
    const mailbox = await givenMailbox(at);

    const first = await tokenOf(mailbox);
    later = 54 * MINUTE;
    const second = await tokenOf(mailbox);
    const asked = refreshesWith(mailbox.refresh);
    later = 56 * MINUTE;
    const third = await tokenOf(mailbox);

    expect([first, second, asked]).toEqual([
      { is: 'token', token: mailbox.access },
      { is: 'token', token: mailbox.access },
      0,
    ]);
    expect(third).toEqual({ is: 'token', token: newest(mailbox).access });
    expect(third).not.toEqual(first);
  });

  it('keeps the refresh token where the provider gives no other', async () => {
    const mailbox = await givenMailbox();
    oauth.rotates = false;

    later = 60 * MINUTE;
    const first = await tokenOf(mailbox);
    later = 120 * MINUTE;
    const second = await tokenOf(mailbox);

    expect([first?.is, second?.is]).toEqual(['token', 'token']);
    expect(newest(mailbox).refresh).toBe(mailbox.refresh);
  });

  it('is null where none is needed', async () => {
    const { body } = await account.call('POST', '/inboxes', { name: 'API', channel: { type: 'api' } });

    expect(await accessTokenOfChannel(test.app, body.channel_id)).toBeNull();
  });

  it('is refreshed once for all who ask at once, in two processes', async () => {
    const mailbox = await givenMailbox();
    const second = await openApp(test.app.config, { now });
    let answer = () => {};
    oauth.delay = new Promise((resolve) => void (answer = resolve));
    later = 61 * MINUTE;

    const asked = [test.app, second, test.app, second].map((app) => tokenOf(mailbox, app));
    answer();
    const tokens = await Promise.all(asked);

    await second.close();
    expect(refreshesWith(mailbox.refresh)).toBe(1);
    expect(new Set(tokens.map((token) => JSON.stringify(token))).size).toBe(1);
    expect(tokens[0]).toEqual({ is: 'token', token: newest(mailbox).access });
  });

  it('is refreshed by another process after one was killed in the middle', async () => {
    const mailbox = await givenMailbox();
    later = 61 * MINUTE;
    const past = new Date(now().getTime() - 1000);
    await test
      .rows()
      .updateTable('authorizations')
      .set({ leased_by: 'killed', leased_until: past })
      .where('channel_id', '=', mailbox.channelId)
      .execute();

    expect((await tokenOf(mailbox))?.is).toBe('token');
  });

  it('is refreshed in time without anybody asking', async () => {
    const mailbox = await givenMailbox();
    later = 57 * MINUTE;

    await refreshAuthorizations(test.app, now());

    expect(refreshesWith(mailbox.refresh)).toBe(1);
    expect(await tokenOf(mailbox)).toEqual({ is: 'token', token: newest(mailbox).access });
    expect(refreshesWith(mailbox.refresh)).toBe(1);
  });

  it('is the old one while it is good and the provider cannot be reached, and tried again after a minute', async () => {
    const mailbox = await givenMailbox();
    oauth.refuses = { status: 503, body: {} };

    later = 56 * MINUTE;
    const still = await tokenOf(mailbox);
    const again = await tokenOf(mailbox);
    const asked = refreshesWith(mailbox.refresh);
    later = 61 * MINUTE;
    const expired = await tokenOf(mailbox);
    oauth.refuses = null;
    later = 63 * MINUTE;
    const back = await tokenOf(mailbox);

    expect([still, again]).toEqual(Array(2).fill({ is: 'token', token: mailbox.access }));
    expect([asked, expired?.is, back?.is]).toEqual([1, 'later', 'token']);
    expect((await inboxOf(mailbox)).reauthorization_required).toBe(false);
  });

  it('is not lost because the secret in the settings is wrong', async () => {
    const mailbox = await givenMailbox();
    oauth.refuses = { status: 401, body: { error: 'invalid_client' } };
    later = 61 * MINUTE;

    const token = await tokenOf(mailbox);

    expect([token?.is, (await inboxOf(mailbox)).reauthorization_required]).toEqual(['later', false]);
  });

  it('is refreshed early where a server has refused it, but not for ever anew', async () => {
    const mailbox = await givenMailbox();
    later = 2 * MINUTE;

    await refuseAccessToken(test.app, mailbox.channelId, mailbox.access);
    const second = await tokenOf(mailbox);
    await refuseAccessToken(test.app, mailbox.channelId, newest(mailbox).access);
    await refuseAccessToken(test.app, mailbox.channelId, mailbox.access);
    const third = await tokenOf(mailbox);

    expect(second).not.toEqual({ is: 'token', token: mailbox.access });
    expect(third).toEqual(second);
  });
});

describe('a refresh that the provider refuses', () => {
  async function givenLost() {
    const mailbox = await givenMailbox();
    oauth.refuses = {
      status: 400,
      body: { error: 'invalid_grant', error_description: `Token ${mailbox.refresh} has been expired or revoked.` },
    };
    later = 61 * MINUTE;
    const token = await tokenOf(mailbox);
    return { mailbox, token };
  }

  it('marks the inbox, and mails the administrators once', async () => {
    const { mailbox, token } = await givenLost();

    const again = await tokenOf(mailbox);

    const reason = 'Token [redacted] has been expired or revoked. (invalid_grant)';
    expect([token, again]).toEqual(Array(2).fill({ is: 'reauthorize', reason }));
    expect(refreshesWith(mailbox.refresh)).toBe(1);
    expect((await inboxOf(mailbox)).reauthorization_required).toBe(true);
    await runMails();
    const [mailed, ...more] = await mail.mailsTo(account.administrator.email);
    expect(more).toEqual([]);
    expect(mailed!.email.subject).toContain(`Connect the inbox ${mailbox.email} of Acme again`);
    expect(mailed!.email.text).toContain(reason);
    expect(mailed!.email.text).toContain(`POST ${test.app.installation.publicUrl}${account.path}/google/authorization`);
    expect(mailed!.raw).not.toContain(mailbox.refresh);
  });

  it('tells webhooks and clients that the inbox has changed', async () => {
    const { mailbox } = await givenLost();

    const events = await test.rows().selectFrom('events').select('type').where('account_id', '=', account.id).execute();

    expect((await inboxOf(mailbox)).reauthorization_required).toBe(true);
    expect(events.map(({ type }) => type)).toContain('inbox_updated');
  });

  it('is over when the mailbox is connected again', async () => {
    const { mailbox } = await givenLost();
    oauth.refuses = null;

    await connect(test, oauth, account, 'google', { email: mailbox.email });

    expect(await tokenOf(mailbox)).toEqual({ is: 'token', token: newest(mailbox).access });
    expect((await inboxOf(mailbox)).reauthorization_required).toBe(false);
  });

  it('counts for nothing when the mailbox was connected again meanwhile', async () => {
    const mailbox = await givenMailbox();
    const { id } = await test
      .rows()
      .selectFrom('authorizations')
      .select('id')
      .where('channel_id', '=', mailbox.channelId)
      .executeTakeFirstOrThrow();

    await loseAuthorization(test.app.tx(), id, 'too late', now(), 'the lease of before');

    expect((await inboxOf(mailbox)).reauthorization_required).toBe(false);
    expect((await tokenOf(mailbox))?.is).toBe('token');
  });

  it('is nothing where the authorization has ended', async () => {
    expect(await accessTokenOf(test.app, 999_999_999)).toMatchObject({ is: 'reauthorize' });
  });
});
