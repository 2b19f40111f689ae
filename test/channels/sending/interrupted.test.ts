import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { retryJobs } from '../../../src/jobs/queue/retry-jobs.ts';
import { MAX_ATTEMPTS } from '../../../src/jobs/queue/finish-job.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenConversationIn, givenServed, PROVIDERS } from '../../support/providers/providers.ts';
import { ended, type SentMessage } from '../../support/providers/sent-message.ts';

const LINE = PROVIDERS['line']!;
const TWILIO = PROVIDERS['twilio']!;
const BANDWIDTH = PROVIDERS['bandwidth']!;

let servers: Record<'line' | 'twilio' | 'bandwidth', ProviderServer<unknown>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  const [line, twilio, bandwidth] = await Promise.all([LINE, TWILIO, BANDWIDTH].map((provider) => provider.start()));
  servers = { line: line!, twilio: twilio!, bandwidth: bandwidth! };
  test = await givenApp({
    [LINE.setting]: line!.url,
    [TWILIO.setting]: twilio!.url,
    [BANDWIDTH.setting]: bandwidth!.url,
    // The first retry comes when a test makes it due.
    'channels.retry_seconds': '3600',
  });
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
});

const rows = () => test.rows();

/** The message once it waits for another attempt. */
const triedMessage = (conversation: { id: number }, id: number): Promise<SentMessage> =>
  eventually(
    async () => (await messagesOf(account, conversation)).find((message: SentMessage) => message.id === id),
    (message) => Number(message?.content_attributes['external_attempts']) > 0,
  );

/** The jobs that send in the account, once none of them is under way. */
async function idleJobs() {
  const jobs = () =>
    rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).where('kind', 'like', 'send_by_%');
  return eventually(
    () => jobs().orderBy('id').execute(),
    (all) => all.every(({ leased_by: lease }) => lease === null),
  );
}

/** Makes the next attempt due; `more` is changed of the job, too. */
async function tryAgain(more: { attempts_count?: number } = {}) {
  await idleJobs();
  await rows()
    .updateTable('jobs')
    .set({ due_at: new Date(0), ...more })
    .where('account_id', '=', account.id)
    .where('status', '=', 'pending')
    .execute();
}

describe('a message that LINE may have taken', () => {
  it('is sent again with its key within a day', async () => {
    const { conversation } = await givenServed(account, LINE);
    const from = servers.line.sent.length;
    servers.line.faults.push({ is: 'lost' });
    const { body } = await reply(account, conversation, { content: 'Hello' });
    await triedMessage(conversation, body.id);
    await tryAgain();
    const message = await ended(account, conversation, body.id);

    expect(message.status).toBe('sent');
    expect(servers.line.sent.length).toBe(from + 1);
  });

  it('fails after the day in which LINE knows the key, also when attempts in between were refused for the time', async () => {
    const { conversation } = await givenServed(account, LINE);
    servers.line.faults.push({ is: 'lost' }, { is: 'reply', reply: LINE.refusal(429, 'Too Many Requests') });
    const { body } = await reply(account, conversation, { content: 'Hello' });
    await triedMessage(conversation, body.id);
    await tryAgain();
    await eventually(
      () => messagesOf(account, conversation),
      ([message]) => message?.content_attributes['external_attempts'] === 2,
    );
    const requests = servers.line.requests;
    await rows()
      .updateTable('sendings')
      .set({ begun_at: new Date(Date.now() - DAY) })
      .where('message_id', '=', body.id)
      .execute();
    await tryAgain();
    const message = await ended(account, conversation, body.id);

    expect(message.status).toBe('failed');
    expect(message.content_attributes['external_error']).toContain('it is not known whether LINE took the message');
    expect(servers.line.requests).toBe(requests);
  });
});

describe('a message whose inbox changes its provider', () => {
  it('fails when a part of it was sent already, and goes wholly through the new one when it is retried', async () => {
    const { inbox, conversation } = await givenServed(account, TWILIO);
    const from = servers.bandwidth.sent.length;
    servers.twilio.faults.push(null, { is: 'reply', reply: TWILIO.refusal(429, 'Too Many Requests') });
    const content = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
    const { body } = await reply(account, conversation, { content });
    await triedMessage(conversation, body.id);
    const channel = { account_sid: null, ...(BANDWIDTH.channel() as object), phone_number: undefined };
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel });
    await tryAgain();
    const failed = await ended(account, conversation, body.id);
    const sentMeanwhile = servers.bandwidth.sent.length - from;
    await account.call('POST', pathOf(conversation, `/messages/${body.id}/retry`));
    const sent = await ended(account, conversation, body.id);

    expect(failed.status).toBe('failed');
    expect(failed.content_attributes['external_error']).toContain('the inbox has another provider now');
    expect(sentMeanwhile).toBe(0);
    expect(sent.status).toBe('sent');
    const texts = servers.bandwidth.sent.slice(from).map((taken) => BANDWIDTH.textOf(taken));
    expect(texts.join(' ').replaceAll(/\s+/g, ' ')).toBe(content);
  });

  it('goes through the new one when nothing of it was sent', async () => {
    const { inbox, conversation } = await givenServed(account, TWILIO);
    servers.twilio.faults.push({ is: 'reply', reply: TWILIO.refusal(429, 'Too Many Requests') });
    const { body } = await reply(account, conversation, { content: 'Through which?' });
    await triedMessage(conversation, body.id);
    const channel = { account_sid: null, ...(BANDWIDTH.channel() as object), phone_number: undefined };
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel });
    await tryAgain();
    const message = await ended(account, conversation, body.id);

    expect(message.status).toBe('sent');
    expect(BANDWIDTH.textOf(servers.bandwidth.sent.at(-1))).toBe('Through which?');
  });
});

describe('a message that the server cannot send', () => {
  it('fails after the last attempt, with the reason, and those behind it are sent', async () => {
    const { inbox, conversation } = await givenServed(account, TWILIO);
    servers.twilio.faults.push({ is: 'reply', reply: TWILIO.refusal(429, 'Too Many Requests') });
    const { body: first } = await reply(account, conversation, { content: 'one' });
    await triedMessage(conversation, first.id);
    const { body: second } = await reply(account, conversation, { content: 'two' });
    const { sealed_secrets: sealed, id } = await channelOf(inbox.id);
    await seal(id, 'a key that opens nothing seals this');
    await tryAgain();
    const tried = await eventually(
      () => messagesOf(account, conversation),
      ([message]) => message?.content_attributes['external_attempts'] === 2,
    );
    await tryAgain({ attempts_count: MAX_ATTEMPTS - 1 });
    const failed = await ended(account, conversation, first.id);
    await seal(id, sealed);
    await tryAgain();
    const sent = await ended(account, conversation, second.id);

    expect(tried[0]?.content_attributes).toMatchObject({ external_delivery: 'queued' });
    expect(failed).toMatchObject({
      status: 'failed',
      content_attributes: { external_error: expect.stringMatching(/^the server could not send it: \w+/) },
    });
    expect(sent.status).toBe('sent');
  });
});

async function channelOf(inboxId: number) {
  return rows()
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select(['ch.id', 'ch.sealed_secrets'])
    .where('i.id', '=', inboxId)
    .executeTakeFirstOrThrow();
}

function seal(id: number, text: string | null) {
  return rows().updateTable('channels').set({ sealed_secrets: text }).where('id', '=', id).execute();
}

describe('a retried job', () => {
  it('leaves the contact to a job that sends to them already', async () => {
    const { conversation } = await givenServed(account, TWILIO);
    const from = servers.twilio.sent.length;
    const { body: former } = await reply(account, conversation, { content: 'before' });
    await ended(account, conversation, former.id);
    const [dead] = await idleJobs();
    await rows().updateTable('jobs').set({ status: 'dead' }).where('id', '=', dead!.id).execute();
    const held = Promise.withResolvers<void>();
    servers.twilio.faults.push({ is: 'held', until: held.promise });
    const { body } = await reply(account, conversation, { content: 'under way' });
    await eventually(
      () => servers.twilio.sent.length,
      (sent) => sent === from + 2,
    );
    await retryJobs(test.app.tx(), [dead!.id], new Date());
    await eventually(
      () => rows().selectFrom('jobs').select('status').where('id', '=', dead!.id).executeTakeFirst(),
      (job) => job?.status === 'done',
    );
    held.resolve();
    const message = await ended(account, conversation, body.id);

    expect(message.status).toBe('sent');
    expect(servers.twilio.sent.length).toBe(from + 2);
  });
});

describe('what is deleted while its message is under way', () => {
  it.each(['message', 'conversation'])('ends the sending of the %s quietly', async (what) => {
    const { inbox, conversation } = await givenServed(account, TWILIO);
    const other = await givenConversationIn(account, inbox, TWILIO);
    const from = servers.twilio.sent.length;
    const held = Promise.withResolvers<void>();
    servers.twilio.faults.push({ is: 'held', until: held.promise });
    const { body } = await reply(account, conversation, { content: 'under way' });
    await eventually(
      () => servers.twilio.sent.length,
      (sent) => sent === from + 1,
    );
    const below = what === 'message' ? `/messages/${body.id}` : '';
    const removed = await account.call('DELETE', pathOf(conversation, below));
    held.resolve();
    const jobs = await idleJobs();
    const { body: next } = await reply(account, other, { content: 'next' });
    await ended(account, other, next.id);

    expect(removed.status).toBeLessThan(300);
    expect(jobs.map(({ status, last_error: error }) => ({ status, error }))).toEqual([{ status: 'done', error: null }]);
  });

  it('lets those behind a message that was postponed go on', async () => {
    const { conversation } = await givenServed(account, TWILIO);
    const from = servers.twilio.requests;
    const held = Promise.withResolvers<void>();
    servers.twilio.faults.push({ is: 'held', until: held.promise, reply: TWILIO.refusal(429, 'Later') });
    const { body: first } = await reply(account, conversation, { content: 'one' });
    await eventually(
      () => servers.twilio.requests,
      (requests) => requests === from + 1,
    );
    const { body: second } = await reply(account, conversation, { content: 'two' });
    await account.call('DELETE', pathOf(conversation, `/messages/${first.id}`));
    held.resolve();
    const message = await ended(account, conversation, second.id);

    expect(message.status).toBe('sent');
  });
});

describe('a message that was accepted and failed afterwards', () => {
  it.each(['twilio', 'line'] as const)('is sent again by %s when it is retried', async (name) => {
    const provider = PROVIDERS[name]!;
    const { conversation } = await givenServed(account, provider);
    const from = servers[name].sent.length;
    const { body } = await reply(account, conversation, { content: 'Did it arrive?' });
    const accepted = await ended(account, conversation, body.id);
    await rows()
      .updateTable('messages')
      .set({ status: 'failed', external_error: 'it did not arrive' })
      .where('id', '=', body.id)
      .execute();
    await account.call('POST', pathOf(conversation, `/messages/${body.id}/retry`));
    const again = await ended(account, conversation, body.id);

    expect(again.status).toBe('sent');
    expect(again.source_id).not.toBe(accepted.source_id);
    expect(servers[name].sent.length).toBe(from + 2);
  });
});
