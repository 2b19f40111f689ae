import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, messagesOf, shown, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../../support/factories.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';

const PASSWORD = 'from-the-mail-server';
const GREETING = { greeting_enabled: true, greeting_message: 'Hello!' };

let test: TestApp;
let account: TestAccount;
let inbox: { id: number; address: string };
beforeAll(async () => {
  test = await givenApp({ 'mail.inbound_password': PASSWORD, 'mail.inbound_domain': 'in.acme.example' });
  account = await givenAccount(test);
  inbox = await givenMailInbox(account);
  await account.call('PATCH', `/inboxes/${inbox.id}`, GREETING);
  await account.call('POST', '/automation_rules', {
    name: 'Greets',
    event_name: 'conversation_created',
    conditions: [],
    actions: [{ action_name: 'send_message', action_params: ['A rule says hello'] }],
  });
});
afterAll(() => test.stop());

async function post(from: string, text: string, head: string): Promise<string> {
  const id = `${randomUUID()}@example.com`;
  const subject = /^Subject:/m.test(head) ? '' : 'Subject: Re: My parcel\r\n';
  const mail = `From: Carla <${from}>\r\nTo: ${inbox.address}\r\nMessage-ID: <${id}>\r\n${subject}${head}\r\n\r\n${text}\r\n`;
  const { status } = await fetch(`${test.url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`actionmailbox:${PASSWORD}`).toString('base64')}`,
    },
    body: mail,
  });
  if (status !== 204) throw new Error(`the mail was answered ${status}`);
  return id;
}

type Listed = { id: number; uuid: string; status: string; waiting_since: number; meta: { sender: { email: string } } };

const conversationsOf = async (sender: string): Promise<Listed[]> => {
  const { body } = await account.call('GET', `/conversations?status=all&inbox_id=${inbox.id}&per_page=100`);
  return (body.data.payload as Listed[]).filter(({ meta }) => meta.sender.email === sender);
};

/** A conversation that began with a mail, and was resolved. */
async function givenResolved(): Promise<{ from: string; id: string; conversation: Listed }> {
  const from = `carla-${randomUUID()}@example.com`;
  const id = await post(from, 'Where is my parcel?', 'Subject: My parcel');
  const [conversation] = await eventually(
    () => conversationsOf(from),
    (found) => found.length > 0,
  );
  await toggle(account, conversation!, 'resolved');
  return { from, id, conversation: conversation! };
}

const contentsOf = async (conversation: { id: number }) =>
  (await messagesOf(account, conversation))
    .filter(({ message_type: type }: { message_type: number }) => type !== 2)
    .map(({ content }: { content: string }) => content);

describe('an automatic answer to a resolved conversation', () => {
  it.each([
    ['that says what it is', 'Auto-Submitted: auto-replied'],
    [
      'of Exchange',
      'Subject: Automatic reply: My parcel\r\nAuto-Submitted: auto-generated\r\nX-Auto-Response-Suppress: All',
    ],
    ['of Gmail', 'Precedence: bulk\r\nX-Autoreply: yes'],
    ['of an older program', 'Precedence: auto_reply'],
    ['that its subject tells', 'Subject: Risposta automatica: My parcel'],
    ['with an empty sender of the envelope', 'Return-Path: <>'],
  ])('%s wakes nobody', async (_, head) => {
    const { from, id, conversation } = await givenResolved();
    await post(from, 'I am away until Monday', `${head}\r\nIn-Reply-To: <${id}>`);
    const messages = await eventually(
      () => messagesOf(account, conversation),
      (found) => found.some(({ content }: { content: string }) => content === 'I am away until Monday'),
    );
    const after = await shown(account, conversation);

    expect(after).toMatchObject({ status: 'resolved', waiting_since: 0 });
    expect(messages.at(-1)).toMatchObject({
      content: 'I am away until Monday',
      message_type: 0,
      content_attributes: { auto_reply: true, email: { auto_reply: true } },
    });
  });

  it('without a word of what it answers is kept in the newest conversation', async () => {
    const { from, conversation } = await givenResolved();
    await post(from, 'I am away', 'Auto-Submitted: auto-replied');
    await eventually(
      () => contentsOf(conversation),
      (contents) => contents.includes('I am away'),
    );

    expect(await conversationsOf(from)).toHaveLength(1);
    expect(await shown(account, conversation)).toMatchObject({ status: 'resolved', waiting_since: 0 });
  });

  it('of somebody unknown is kept, resolved and not greeted, also not by rules', async () => {
    const from = `robot-${randomUUID()}@example.com`;
    const person = `person-${randomUUID()}@example.com`;
    await post(from, 'I am away', 'Auto-Submitted: auto-replied');
    const [quiet] = await eventually(
      () => conversationsOf(from),
      (found) => found.length > 0,
    );
    await post(person, 'Hello', 'Subject: Hello');
    const [greeted] = await eventually(
      () => conversationsOf(person),
      (found) => found.length > 0,
    );
    // Rules run one after the other: the second mail's has run after that of the first would have.
    await eventually(
      () => contentsOf(greeted!),
      (contents) => contents.includes('A rule says hello'),
    );

    expect(quiet).toMatchObject({ status: 'resolved', waiting_since: 0 });
    expect(await contentsOf(quiet!)).toEqual(['I am away']);
    expect(await contentsOf(greeted!)).toEqual(['Hello', 'Hello!', 'A rule says hello']);
  });
});

describe('a reaction of Gmail', () => {
  const reactionOf = (id: string) => [
    `Subject: Re: My parcel\r\nIn-Reply-To: <${id}>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b1`,
    [
      '--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n👍 Carla reacted via Gmail',
      '--b1\r\nContent-Type: text/vnd.google.email-reaction+json; charset=utf-8\r\n\r\n{"version":1,"emoji":"👍"}',
      '--b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>👍 Carla reacted via Gmail</p>\r\n--b1--',
    ].join('\r\n'),
  ];

  it('to a resolved conversation wakes nobody, and names the mail that it is about', async () => {
    const { from, id, conversation } = await givenResolved();
    const [head = '', text = ''] = reactionOf(id);
    await post(from, text, head);
    const messages = await eventually(
      () => messagesOf(account, conversation),
      (found) => found.some(({ content }: { content: string }) => content === '👍 Carla reacted via Gmail'),
    );
    const [first] = messages as { id: number }[];

    expect(await conversationsOf(from)).toHaveLength(1);
    expect(await shown(account, conversation)).toMatchObject({ status: 'resolved', waiting_since: 0 });
    expect(messages.at(-1)).toMatchObject({ message_type: 0, content_attributes: { in_reply_to: first!.id } });
  });

  it('of somebody unknown begins no conversation and is not greeted', async () => {
    const from = `carla-${randomUUID()}@example.com`;
    const [head = '', text = ''] = reactionOf('unknown@example.com');
    await post(from, text, head);
    await post(from, 'Where is my parcel?', 'Subject: My parcel');
    const [conversation] = await eventually(
      () => conversationsOf(from),
      (found) => found.length > 0,
    );

    expect(await contentsOf(conversation!)).not.toContain('👍 Carla reacted via Gmail');
  });
});

describe('a mail that a person or a form sends', () => {
  it.each([
    ['through a mailing list', 'List-Id: <support.acme.example>\r\nPrecedence: list'],
    ['that is marked as no automatic one', 'Auto-Submitted: no'],
  ])('%s reopens the conversation', async (_, head) => {
    const { from, id, conversation } = await givenResolved();
    await post(from, 'It is still not here', `${head}\r\nIn-Reply-To: <${id}>`);
    const after = await eventually(
      () => shown(account, conversation),
      ({ status }) => status === 'open',
    );

    expect(after.waiting_since).toBeGreaterThan(0);
  });
});

describe('an automatic answer in an API inbox', () => {
  it('wakes nobody either', async () => {
    const other = await givenConversation(account);
    await toggle(account, other, 'resolved');
    await ask(account, other, { content: 'I am away', content_attributes: { auto_reply: true } });

    expect(await shown(account, other)).toMatchObject({ status: 'resolved', waiting_since: 0 });
  });
});
