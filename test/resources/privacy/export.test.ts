import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathOf as fileOf } from '../../../src/storage/files.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PICTURES } from '../../support/files/pictures.ts';
import { readZip } from '../../support/files/read-zip.ts';
import { connect } from '../../support/providers/connect.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { givenSlack, type Slack } from '../../support/providers/slack.ts';
import { givenReaderToken } from '../../support/reader-token.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';

let test: TestApp;
let oauth: OauthServer;
let slack: Slack;
beforeAll(async () => {
  oauth = await givenOauthServer();
  slack = await givenSlack((token) => oauth.issued.some(({ access }) => access === token));
  test = await givenApp({ ...oauth.settings, 'oauth.slack.api_url': slack.url });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
  await slack.stop();
});

const pathOfExport = (account: TestAccount, { id }: { id: number }) => `${account.path}/contacts/${id}/export`;

/** Begins a download; its body is read by the caller. */
async function download(
  account: TestAccount,
  contact: { id: number },
  token = account.administrator.token,
): Promise<IncomingMessage> {
  const asking = get(`${test.url}${pathOfExport(account, contact)}`, {
    headers: { api_access_token: token },
  });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
}

async function unpacked(account: TestAccount, contact: { id: number }, token?: string): Promise<Map<string, Buffer>> {
  const answer = await download(account, contact, token);
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  return readZip(await buffer(answer));
}

const jsonIn = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)!.toString());

async function sendFile(account: TestAccount, conversation: { id: number }, content: string, filename: string) {
  const form = new FormData();
  form.set('message_type', 'incoming');
  form.append('attachments[]', new Blob([content], { type: 'text/plain' }), filename);
  return (await account.call('POST', pathOf(conversation, '/messages'), form)).body;
}

/** A contact with a conversation, and another contact with one. */
async function givenTwo(account: TestAccount) {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, {
    name: 'Carla Contact',
    email: `carla${account.id}@example.com`,
    custom_attributes: { newsletter: true },
  });
  const other = await givenContact(account, { name: 'Otto Other' });
  const begin = async ({ id }: { id: number }) =>
    (await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id })).body;
  return { inbox, contact, other, conversation: await begin(contact), others: await begin(other) };
}

describe('GET /contacts/{id}/export', () => {
  it('has no source id for a token that may only read', async () => {
    const account = await givenAccount(test);
    const { inbox, contact, conversation } = await givenTwo(account);
    await reply(account, conversation, { content: 'Hello' });
    const { source_id: sourceId } = await test
      .rows()
      .selectFrom('contact_inboxes')
      .select('source_id')
      .where('contact_id', '=', contact.id)
      .where('inbox_id', '=', inbox.id)
      .executeTakeFirstOrThrow();

    const whole = await unpacked(account, contact);
    const masked = await unpacked(account, contact, await givenReaderToken(test, account.administrator.id));

    const has = (files: Map<string, Buffer>) => [...files.values()].some((file) => file.includes(sourceId));
    expect([has(whole), has(masked), masked.size]).toEqual([true, false, whole.size]);
  });

  it('gives all that is stored of the contact, and nothing of others', async () => {
    const account = await givenAccount(test);
    const { contact, conversation, others, inbox } = await givenTwo(account);
    const picture = new FormData();
    picture.set('avatar', new Blob([PICTURES['image/png']]), 'me.png');
    await account.call('PATCH', `/contacts/${contact.id}`, picture);
    await account.call('POST', `/contacts/${contact.id}/labels`, { labels: ['vip'] });
    await account.call('POST', `/contacts/${contact.id}/notes`, { content: 'Likes tea' });
    await ask(account, conversation, { content: 'Where is it?' });
    await reply(account, conversation, { content: 'Ask Bob', private: true });
    const { id: messageId, attachments } = await sendFile(account, conversation, 'the bill', 'bill ü.txt');
    await ask(account, others, { content: 'Somebody else' });

    const files = await unpacked(account, contact);

    const folder = `conversations/${conversation.id}`;
    const file = `${folder}/files/${attachments[0].id}-bill ü.txt`;
    expect([...files.keys()]).toEqual([
      'README.txt',
      'contact.json',
      'notes.json',
      'ratings.json',
      'picture/avatar.png',
      `${folder}/conversation.json`,
      `${folder}/messages.json`,
      file,
    ]);
    expect(files.get('README.txt')!.toString()).toContain('Data about Carla Contact at Acme');
    expect(jsonIn(files, 'contact.json')).toMatchObject({
      id: contact.id,
      email: `carla${account.id}@example.com`,
      blocked: false,
      labels: ['vip'],
      custom_attributes: { newsletter: true },
      contact_inboxes: [{ inbox_id: inbox.id, hmac_verified: false, proved_email: null }],
    });
    expect(jsonIn(files, 'notes.json')).toMatchObject([{ content: 'Likes tea', author: 'Ada Admin' }]);
    expect(jsonIn(files, 'ratings.json')).toEqual([]);
    expect(jsonIn(files, `${folder}/conversation.json`)).toMatchObject({ id: conversation.id, muted: false });
    const messages = jsonIn(files, `${folder}/messages.json`);
    expect(messages.find(({ id }: { id: number }) => id === messageId).files).toEqual([file]);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(
      expect.arrayContaining(['Where is it?', 'Ask Bob']),
    );
    expect(files.get(file)!.toString()).toBe('the bill');
    expect(files.get('picture/avatar.png')).toEqual(Buffer.from(PICTURES['image/png']));
    expect(Buffer.concat([...files.values()]).toString('latin1')).not.toMatch(/Somebody else|Otto/);
  });

  it('gives what the team has noted about a rating', async () => {
    const { account, conversation } = await givenSurvey(test);
    await rate(test, conversation, 2, 'Too late');
    const { body: all } = await account.call('GET', '/csat_survey_responses');
    const notes = { csat_review_notes: 'We called back' };
    await account.call('PATCH', `/csat_survey_responses/${all[0].id}`, notes);

    const files = await unpacked(account, { id: conversation.meta.sender.id });

    expect(jsonIn(files, 'ratings.json')).toEqual([
      {
        id: all[0].id,
        conversation_id: conversation.id,
        rating: 2,
        feedback_message: 'Too late',
        created_at: expect.any(Number),
        ...notes,
        review_notes_updated_by: 'Ada Admin',
        review_notes_updated_at: expect.any(Number),
      },
    ]);
  });

  it('gives what members have begun to write in its conversations', async () => {
    const account = await givenAccount(test);
    const { contact, conversation, others } = await givenTwo(account);
    const agent = await givenAgent(test, account, 'Gus Agent');
    const draft = (to: { id: number }, message: string, token: string) =>
      account.call('PATCH', pathOf(to, '/draft_messages'), { message }, { token });
    await draft(conversation, 'Dear Carla', account.administrator.token);
    await draft(conversation, 'Hello', agent.token);
    await draft(others, 'Dear Otto', agent.token);

    const files = await unpacked(account, contact);

    expect(jsonIn(files, `conversations/${conversation.id}/drafts.json`)).toEqual([
      { author: 'Ada Admin', message: 'Dear Carla', updated_at: expect.any(Number) },
      { author: 'Gus Agent', message: 'Hello', updated_at: expect.any(Number) },
    ]);
    expect(Buffer.concat([...files.values()]).toString()).not.toContain('Otto');
  });

  it('says where at Slack its messages are', async () => {
    const account = await givenAccount(test);
    const { contact, conversation } = await givenTwo(account);
    slack.channels = [{ id: 'C1', name: 'support', is_private: false, is_member: true, is_archived: false }];
    await connect(test, oauth, account, 'slack', { answer: { team: { id: `T${account.id}`, name: 'Acme' } } });
    await account.call('PATCH', '/integrations/slack', { reference_id: 'C1' });
    const { body: message } = await ask(account, conversation, { content: 'Where is it?' });

    const thread = () =>
      unpacked(account, contact).then((files) => files.get(`conversations/${conversation.id}/slack.json`));
    const told = await eventually(thread, (file) => file?.includes(`: ${message.id}`) === true);

    expect(JSON.parse(told!.toString())).toEqual([
      { channel_id: 'C1', thread_ts: slack.told.at(-1)!.ts, last_message_id: message.id },
    ]);
  });

  it('names files that are not there any more', async () => {
    const account = await givenAccount(test);
    const { contact, conversation } = await givenTwo(account);
    const { attachments } = await sendFile(account, conversation, 'the bill', 'bill.txt');
    const { key } = await test
      .rows()
      .selectFrom('attachments')
      .select('key')
      .where('id', '=', attachments[0].id)
      .executeTakeFirstOrThrow();
    rmSync(fileOf(test.app.config.data_dir, key));

    const files = await unpacked(account, contact);

    const name = `conversations/${conversation.id}/files/${attachments[0].id}-bill.txt`;
    expect([files.has(name), files.get('missing-files.txt')!.toString()]).toEqual([false, `${name}\n`]);
  });

  it('gives thousands of messages, as fast as they are read', async () => {
    const account = await givenAccount(test);
    const { contact, conversation } = await givenTwo(account);
    await ask(account, conversation, { content: 'first' });
    const { id: _, ...row } = await test
      .rows()
      .selectFrom('messages')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('content', '=', 'first')
      .executeTakeFirstOrThrow();
    const empty = '{}' as never;
    const values = { ...row, content_attributes: empty, additional_attributes: empty, content: 'x'.repeat(2000) };
    for (let times = 0; times < 10; times += 1) {
      await test
        .rows()
        .insertInto('messages')
        .values(Array.from({ length: 250 }, () => values))
        .execute();
    }

    const messages = jsonIn(await unpacked(account, contact), `conversations/${conversation.id}/messages.json`);

    expect(messages.filter(({ content }: { content: string }) => content.length === 2000)).toHaveLength(2500);
  });

  it('is refused where two of the account are under way, until one of them ends or is left', async () => {
    const account = await givenAccount(test);
    const { contact, conversation } = await givenTwo(account);
    // More than fits between the server and who reads nothing.
    for (let count = 0; count < 3; count += 1) await sendFile(account, conversation, noise(6_000_000), `${count}.txt`);

    const slow = [await download(account, contact), await download(account, contact)];
    const refused = await test.request('GET', pathOfExport(account, contact), { token: account.administrator.token });
    for (const answer of slow) answer.destroy();

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(refused.body.message).toBe('2 exports of this account are under way; try again when they have ended');
    const files = await again(() => unpacked(account, contact));
    expect(files.size).toBe(9);
  });

  it('takes no place for a request that wants no body', async () => {
    const account = await givenAccount(test);
    const { contact } = await givenTwo(account);
    const headers = { api_access_token: account.administrator.token };

    const answers = [];
    for (let times = 0; times < 5; times += 1) {
      answers.push(await fetch(`${test.url}${pathOfExport(account, contact)}`, { method: 'HEAD', headers }));
    }

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await unpacked(account, contact)).size).toBe(6);
  });

  it('is for administrators of the account', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const { contact } = await givenTwo(account);

    const answers = [
      await test.request('GET', pathOfExport(account, contact), { token: agent.token }),
      await test.request('GET', pathOfExport(account, contact), { token: other.administrator.token }),
      await test.request('GET', pathOfExport(other, contact), { token: other.administrator.token }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404]);
  });
});

/** Text that does not get shorter when it is compressed. */
function noise(length: number): string {
  return Array.from({ length: length / 10 }, () => Math.random().toString(36).slice(2, 12).padEnd(10, '-')).join('');
}

/** What `work` gives once it does not fail any more. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 0; ; times += 1) {
    try {
      return await work();
    } catch (error) {
      if (times === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
