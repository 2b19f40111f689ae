import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';
import { givenAccount, givenBot, givenInbox, type TestAccount } from '../../support/factories.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenMailConversation, givenMailInbox, smtpOf } from '../../support/mail/mail-inbox.ts';
import { BANDWIDTH, type BandwidthMessage, givenBandwidth } from '../../support/providers/bandwidth.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { conversationsIn, messagesIn, received, type ShownMessage } from '../../support/receiving/received.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';
import { errorsOf, givenRule, settled } from '../../resources/automation_rules/given-rule.ts';

let server: MailServer;
let bandwidth: ProviderServer<BandwidthMessage>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  [server, bandwidth] = [await givenMailServer(), await givenBandwidth()];
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'channels.bandwidth_url': bandwidth.url,
    ...INBOUND,
  });
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await Promise.all([server.stop(), bandwidth.stop()]);
});

const newAddress = () => `desk-${randomUUID()}@tickets.example`;

/** An inbox of the account that is mailed to. */
const givenPlace = () => givenMailInbox(account, smtpOf(server));

/** Hands mails over, one after the other, each after the rules have answered the one before. */
async function write(inbox: { id: number; address: string }, from: string, count: number, more = ''): Promise<void> {
  const before = (await conversationsIn(account, inbox)).length;
  for (let ticket = 1; ticket <= count; ticket += 1) {
    await handOver(test, mailOf(`Ticket ${ticket}`, { from, to: inbox.address, more }));
    await received(account, inbox, 1);
    await settled(test, account, ['receive_events', 'run_rules']);
  }
  const after = (await conversationsIn(account, inbox)).length;
  if (after - before !== count) throw new Error(`${count} mails have begun ${after - before} conversations`);
}

const outgoing = (messages: ShownMessage[]) => messages.filter(({ message_type: type }) => type !== 0);
const failed = (messages: ShownMessage[]) => messages.filter(({ status }) => status === 'failed');

describe('what rules write by mail', () => {
  it('goes to one address ten times an hour, in all conversations and inboxes, and then fails with the reason', async () => {
    const [inbox, other] = [await givenPlace(), await givenPlace()];
    const rule = await givenRule(account, 'conversation_created', [], ['send_message', 'We got your mail']);
    const desk = newAddress();
    await write(inbox, desk, 9);
    await write(other, desk, 3);
    await write(inbox, newAddress(), 1);
    const messages = [...outgoing(await messagesIn(account, inbox)), ...outgoing(await messagesIn(account, other))];
    const mails = await server.mailsTo(desk, 10);

    expect(messages).toHaveLength(13);
    expect(failed(messages).map(({ content_attributes: { external_error: error } }) => error)).toEqual(
      Array.from(
        { length: 2 },
        () => 'not sent, because programs have written to this contact 10 times within an hour, the most for a rule',
      ),
    );
    expect(mails).toHaveLength(10);
    expect(await errorsOf(account, rule)).toEqual([]);
  });

  it('leaves the contact to members, who may send again what has failed', async () => {
    const inbox = await givenPlace();
    await givenRule(account, 'conversation_created', [], ['send_message', 'We got your mail']);
    const person = newAddress();
    await write(inbox, person, 11);
    const [held] = failed(outgoing(await messagesIn(account, inbox)));
    const conversation = { id: held!.conversation_id };
    await reply(account, conversation, { content: 'Written by hand' });
    await account.call('POST', pathOf(conversation, `/messages/${held!.id}/retry`));
    const mails = await server.mailsTo(person, 12);

    expect(mails.map(({ email }) => email.text?.trim().split('\n')[0])).toContain('Written by hand');
    expect(failed(await messagesIn(account, inbox))).toEqual([]);
  });

  it('counts for the greeting', async () => {
    const inbox = await givenPlace();
    const greeting = { greeting_enabled: true, greeting_message: 'Hello!' };
    await account.call('PATCH', `/inboxes/${inbox.id}`, greeting);
    await givenRule(account, 'conversation_created', [], ['send_message', 'We got your mail']);
    await write(inbox, newAddress(), 3);
    const contents = outgoing(await messagesIn(account, inbox)).map(({ content }) => content);

    expect(contents.filter((content) => content === 'Hello!')).toHaveLength(2);
    expect(contents.filter((content) => content === 'We got your mail')).toHaveLength(3);
  });
});

describe('a mail that programs send', () => {
  it.each([
    ['in bulk', 'Precedence: bulk\r\n', newAddress()],
    ['as junk', 'Precedence: junk\r\n', newAddress()],
    ['to a list', 'List-Id: <news.example>\r\n', newAddress()],
    ['without a sender of the envelope', 'Return-Path: <>\r\n', newAddress()],
    ['from an address that nobody reads', '', `no-reply@${randomUUID()}.example`],
    ['from a mail server', '', `mailer-daemon@${randomUUID()}.example`],
  ])('%s is answered by no rule and no survey, while rules sort it', async (_, more, from) => {
    const inbox = await givenPlace();
    await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
    await givenRule(
      account,
      'conversation_created',
      [],
      ['send_message', 'We got your mail'],
      ['change_priority', 'low'],
      ['resolve_conversation'],
    );
    await write(inbox, from, 1, more);
    await write(inbox, newAddress(), 1);
    const [quiet, usual] = await conversationsIn(account, inbox);
    const messages = await messagesIn(account, inbox);
    const contentsIn = ({ id }: { id: number }) =>
      messages.filter(({ conversation_id: of }) => of === id).map(({ content_type: type }) => type);

    expect(quiet).toMatchObject({ priority: 'low', status: 'resolved' });
    expect(contentsIn(quiet!)).toEqual(['incoming_email']);
    expect(contentsIn(usual!)).toEqual(['incoming_email', 'text', 'input_csat']);
  });
});

describe('what a bot writes by mail', () => {
  it('goes to one address thirty times an hour, and then fails with the reason', async () => {
    const inbox = await givenPlace();
    const bot = await givenBot(test, account, inbox.id);
    const conversation = await givenMailConversation(account, inbox);
    const statuses = [];
    for (let count = 0; count < 31; count += 1) {
      const { body } = await reply(account, conversation, { content: 'Beep' }, bot.token);
      statuses.push(body.status);
    }

    expect(statuses.filter((status) => status === 'failed')).toHaveLength(1);
    expect(statuses.at(-1)).toBe('failed');
  });
});

describe('what rules write to a chat', () => {
  it('goes to one contact thirty times an hour, and then fails with the reason', async () => {
    const number = `+1666${String(Date.now()).slice(-7)}`;
    const inbox = await givenInbox(account, { type: 'sms', phone_number: number, provider_config: BANDWIDTH });
    await givenRule(
      account,
      'message_created',
      [{ attribute_key: 'message_type', filter_operator: 'equal_to', values: ['incoming'] }],
      ['send_message', 'Thank you for your message'],
      ['resolve_conversation'],
    );
    const { callback_username: user, callback_password: password } = inbox;
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const owner = inbox.phone_number;
    for (let count = 1; count <= 31; count += 1) {
      const message = {
        id: `in-${randomUUID()}`,
        owner,
        direction: 'in',
        from: '+16665550100',
        to: [owner],
        text: 'Away',
      };
      const item = { type: 'message-received', time: '2026-11-23T05:00:00Z', to: owner, message };
      const path = new URL(inbox.callback_webhook_url).pathname;
      await test.request('POST', path, { body: [item], headers: { authorization } });
      await settled(test, account, ['receive_events', 'run_rules']);
    }
    const rows = test.rows().selectFrom('messages').select('status').where('inbox_id', '=', inbox.id);
    const messages = await rows.where('message_type', '=', 'outgoing').execute();

    expect(messages).toHaveLength(31);
    expect(messages.filter(({ status }) => status === 'failed')).toHaveLength(1);
  });
});
