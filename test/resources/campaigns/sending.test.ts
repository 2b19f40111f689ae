import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import {
  campaignFor,
  completed,
  givenLabel,
  givenRecipient,
  lookForDue,
  newPhoneNumber,
} from '../../support/channels/campaigns.ts';
import { messagesOf, pathOf, shown } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { PROVIDERS } from '../../support/providers/providers.ts';
import { givenTwilio, twilioRefusal } from '../../support/providers/twilio.ts';
import { messageTo, post, PUBLIC } from '../../support/receiving/twilio-chat.ts';

let twilio: Awaited<ReturnType<typeof givenTwilio>>;
let test: TestApp;
let account: TestAccount;
let inbox: { id: number; phone_number: string };
let label: { id: number; title: string };
beforeAll(async () => {
  twilio = await givenTwilio();
  test = await givenApp({
    'channels.twilio_url': twilio.url,
    'channels.retry_seconds': '0',
    'server.public_url': PUBLIC,
  });
});
beforeEach(async () => {
  account = await givenAccount(test);
  inbox = await givenInbox(account, PROVIDERS['twilio']!.channel());
  label = await givenLabel(account);
  twilio.faults.length = 0;
});
afterAll(async () => {
  await test.stop();
  await twilio.stop();
});

async function begin(more: object = {}) {
  const { status, body, text } = await account.call('POST', '/campaigns', campaignFor(inbox, label, more));
  if (status !== 201) throw new Error(text);
  await lookForDue(test);
  return body as { id: number };
}

const sentTo = ({ phone_number: number }: { phone_number: string }) =>
  twilio.sent.filter(({ to }) => to === number).map(({ body }) => body);
const conversationsWith = async ({ id }: { id: number }) =>
  (await account.call('GET', `/contacts/${id}/conversations`)).body.payload;
const sendingJob = () =>
  test
    .rows()
    .selectFrom('jobs')
    .select(['last_error', 'status', 'attempts_count'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'send_campaign')
    .executeTakeFirst();
const setInbox = (change: object) => account.call('PATCH', `/inboxes/${inbox.id}`, change);

describe('a one-off campaign', () => {
  it('is sent once to each contact with one of its labels who can be reached', async () => {
    const other = await givenLabel(account);
    const both = await givenRecipient(account, [label, other]);
    const one = await givenRecipient(account, [other]);
    const blocked = await givenRecipient(account, [label], { blocked: true });
    const unlabelled = await givenRecipient(account, []);
    await givenRecipient(account, [label], { phone_number: null, email: 'no-phone@example.com' });

    const audience = [label, other].map(({ id }) => ({ type: 'Label', id }));
    const campaign = await begin({ audience });
    const ended = await completed(account, campaign);

    expect(ended).toMatchObject({ total_count: 2, sent_count: 2, failed_count: 0, audience });
    expect([both, one, blocked, unlabelled].map(sentTo)).toEqual([
      ['Everything is half price today.'],
      ['Everything is half price today.'],
      [],
      [],
    ]);
  });

  it('begins a conversation that waits for the contact, and tells nobody of it', async () => {
    const contact = await givenRecipient(account, [label]);
    const agent = await givenAgent(test, account);
    const asAgent = { token: agent.token };
    const settings = { notification_settings: { selected_email_flags: ['email_conversation_creation'] } };
    await account.call('PATCH', '/notification_settings', settings, asAgent);

    const campaign = await begin();
    await completed(account, campaign);

    const [conversation] = await conversationsWith(contact);
    const [message] = await messagesOf(account, conversation);
    expect(conversation).toMatchObject({ status: 'snoozed', snoozed_until: null, inbox_id: inbox.id });
    expect(conversation.meta.assignee ?? null).toBe(null);
    expect(message).toMatchObject({
      message_type: 1,
      status: 'sent',
      content: 'Everything is half price today.',
      source_id: expect.stringMatching(/^SM/),
    });
    const stored = await test
      .rows()
      .selectFrom('messages')
      .select('additional_attributes as attributes')
      .where('id', '=', message.id)
      .executeTakeFirst();
    expect(stored?.attributes).toEqual({ campaign_id: campaign.id, one_off_campaign: true });
    const told = async () => (await account.call('GET', '/notifications', undefined, asAgent)).body.data.payload.length;
    expect(await told()).toBe(0);
    const other = await givenRecipient(account, []);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: other.id });
    expect(await told()).toBe(1);
  });

  it('goes on with the conversation that the contact has', async () => {
    const contact = await givenRecipient(account, [label]);
    const asked = { inbox_id: inbox.id, contact_id: contact.id };
    const { body: conversation } = await account.call('POST', '/conversations', asked);

    await completed(account, await begin());

    expect((await conversationsWith(contact)).map(({ id }: { id: number }) => id)).toEqual([conversation.id]);
    expect(await messagesOf(account, conversation)).toHaveLength(1);
    expect((await shown(account, conversation)).status).toBe('open');
  });

  it('is no answer to somebody who waits for one', async () => {
    const contact = await givenRecipient(account, [label]);
    await post(test, '/twilio/callback', messageTo(inbox.phone_number, contact.phone_number, { Body: 'Where is it?' }));
    const [conversation] = await eventually(
      () => conversationsWith(contact),
      (all) => all.length === 1,
    );
    const before = await shown(account, conversation);

    await completed(account, await begin());

    const after = await shown(account, conversation);
    expect(before.waiting_since).toBeGreaterThan(0);
    expect([after.waiting_since, after.first_reply_created_at]).toEqual([
      before.waiting_since,
      before.first_reply_created_at,
    ]);
    expect(await messagesOf(account, conversation)).toHaveLength(2);
  });

  it('counts no messages of others who name it', async () => {
    const contact = await givenRecipient(account, [label]);
    const campaign = await begin();
    await completed(account, campaign);
    const [conversation] = await conversationsWith(contact);

    await account.call('POST', pathOf(conversation, '/messages'), {
      content: 'Mine',
      message_type: 'outgoing',
      campaign_id: campaign.id,
    });
    await eventually(
      () => sentTo(contact),
      (sent) => sent.includes('Mine'),
    );
    await eventually(
      () => messagesOf(account, conversation),
      (messages) => messages.every(({ source_id: id }: { source_id: string | null }) => id !== null),
    );

    expect((await account.call('GET', `/campaigns/${campaign.id}`)).body).toMatchObject({
      total_count: 1,
      sent_count: 1,
    });
  });

  it.each([
    [false, 2],
    [true, 1],
  ])('continues a resolved conversation where the inbox is locked to a single one: %s', async (isLocked, count) => {
    await setInbox({ lock_to_single_conversation: isLocked });
    const contact = await givenRecipient(account, [label]);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, status: 'resolved' });

    await completed(account, await begin());

    expect(await conversationsWith(contact)).toHaveLength(count);
  });

  it('goes to the number that the contact has now', async () => {
    const contact = await givenRecipient(account, [label]);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    const moved = newPhoneNumber();
    await account.call('PATCH', `/contacts/${contact.id}`, { phone_number: moved });

    await completed(account, await begin());

    expect([sentTo(contact), sentTo({ phone_number: moved })]).toEqual([[], ['Everything is half price today.']]);
  });

  it('fills in what is known of the contact', async () => {
    const agent = await givenAgent(test, account, 'Gus Agent');
    const carla = await givenRecipient(account, [label], { custom_attributes: { plan: 'gold' } });
    const nobody = await givenRecipient(account, [label], { name: '' });
    const message =
      'Hi {{contact.first_name | default: "there"}}, {{ agent.name }} of {{account.name}} ' +
      "on {{contact.custom_attribute.plan | default: 'basic'}}{{contact.email}}. `{{contact.name}}`";

    await completed(account, await begin({ message, sender_id: agent.id }));

    expect([carla, nobody].map((contact) => sentTo(contact)[0])).toEqual([
      'Hi Carla, Gus Agent of Acme on gold. {{contact.name}}',
      'Hi there, Gus Agent of Acme on basic. {{contact.name}}',
    ]);
  });

  it('counts what failed, and what arrived after a retry', async () => {
    const contact = await givenRecipient(account, [label]);
    twilio.faults.push({ is: 'reply', reply: twilioRefusal(400, 21610, 'Attempt to send to unsubscribed recipient') });

    const campaign = await begin();
    const failed = await completed(account, campaign);
    const [conversation] = await conversationsWith(contact);
    const [message] = await messagesOf(account, conversation);
    await account.call('POST', pathOf(conversation, `/messages/${message.id}/retry`));
    const sent = await eventually(
      async () => (await account.call('GET', `/campaigns/${campaign.id}`)).body,
      ({ sent_count: count }) => count === 1,
    );

    expect(message).toMatchObject({ status: 'failed', external_error: expect.stringContaining('unsubscribed') });
    expect(failed).toMatchObject({ total_count: 1, sent_count: 0, failed_count: 1 });
    expect(sent).toMatchObject({ total_count: 1, sent_count: 1, failed_count: 0 });
  });

  it('is sent to nobody when there is nobody', async () => {
    expect(await completed(account, await begin())).toMatchObject({ total_count: 0, sent_count: 0, failed_count: 0 });
  });

  it('is sent at its time, and not before, not while it is disabled, and not when that is three days ago', async () => {
    const contact = await givenRecipient(account, [label]);
    const later = await begin({ scheduled_at: new Date(Date.now() + DAY).toISOString() });
    const disabled = await begin({ enabled: false });
    const old = await begin({ enabled: false, message: 'Old' });
    await test
      .rows()
      .updateTable('campaigns')
      .set({ scheduled_at: new Date(Date.now() - 3 * DAY), enabled: true })
      .where('account_id', '=', account.id)
      .where('display_id', '=', old.id)
      .execute();
    const statusOf = async ({ id }: { id: number }) =>
      (await account.call('GET', `/campaigns/${id}`)).body.campaign_status;

    await completed(account, await begin());

    expect(await Promise.all([later, disabled, old].map(statusOf))).toEqual(['active', 'active', 'active']);
    const moved = Math.floor(Date.now() / 1000);
    await account.call('PATCH', `/campaigns/${later.id}`, { scheduled_at: moved, message: 'Now' });
    await account.call('PATCH', `/campaigns/${disabled.id}`, { enabled: true, message: 'Enabled' });
    await lookForDue(test);
    await Promise.all([later, disabled].map((campaign) => completed(account, campaign)));
    expect(sentTo(contact).toSorted()).toEqual(['Enabled', 'Everything is half price today.', 'Now']);
  });

  it('waits while its inbox cannot send, and goes on then', async () => {
    const contact = await givenRecipient(account, [label]);
    const { body: idle } = await account.call('POST', '/inboxes', {
      name: 'Without a login',
      channel: { type: 'sms', phone_number: newPhoneNumber(), account_sid: 'AC1' },
    });

    const campaign = await begin({ inbox_id: idle.id });
    const job = await eventually(sendingJob, (job) => typeof job?.last_error === 'string');

    expect(job).toMatchObject({
      status: 'pending',
      attempts_count: 0,
      last_error: expect.stringContaining('auth_token'),
    });
    expect((await account.call('GET', `/campaigns/${campaign.id}`)).body).toMatchObject({
      campaign_status: 'processing',
      total_count: 1,
      sent_count: 0,
      failed_count: 0,
    });
    expect(sentTo(contact)).toEqual([]);
  });

  it('leaves room for what agents write, while the provider is slow', async () => {
    let answer = () => {};
    const until = new Promise<void>((resolve) => (answer = resolve));
    for (let count = 0; count < 45; count += 1) {
      await givenRecipient(account, [label]);
      twilio.faults.push({ is: 'held', until });
    }
    const messages = async () =>
      (await test.rows().selectFrom('messages').select('id').where('account_id', '=', account.id).execute()).length;

    const campaign = await begin();
    await eventually(messages, (count) => count >= 40);
    const job = await eventually(
      () => sendingJob(),
      (job) => job?.last_error === 'more contacts are left',
    );
    const waiting = await messages();
    answer();
    const ended = await completed(account, campaign);

    expect([waiting, job?.attempts_count]).toEqual([40, 0]);
    expect(ended).toMatchObject({ total_count: 45, sent_count: 45, failed_count: 0 });
  });

  it('reaches those who still have the former title of a label', async () => {
    const [first, second, third] = [
      await givenRecipient(account, [label]),
      await givenRecipient(account, [label]),
      await givenRecipient(account, [label]),
    ];
    await account.call('PATCH', `/labels/${label.id}`, { title: `${label.title}-new` });

    await completed(account, await begin());

    expect([first, second, third].map((contact) => sentTo(contact).length)).toEqual([1, 1, 1]);
  });

  it('has a conversation that opens when the contact answers', async () => {
    const contact = await givenRecipient(account, [label]);
    await completed(account, await begin());

    await post(test, '/twilio/callback', messageTo(inbox.phone_number, contact.phone_number, { Body: 'I want one' }));
    const [conversation] = await eventually(
      () => conversationsWith(contact),
      ([{ status }]) => status === 'open',
    );

    const messages = await messagesOf(account, conversation);
    const contents = messages.map(({ content }: { content: string }) => content);
    expect(contents).toEqual(expect.arrayContaining(['Everything is half price today.', 'I want one']));
  });

  it('is sent once to somebody who was merged with a contact that had their turn', async () => {
    const [before, between, after] = [
      await givenRecipient(account, [label]),
      await givenRecipient(account, [label]),
      await givenRecipient(account, [label]),
    ];
    let answer = () => {};
    twilio.faults.push({ is: 'held', until: new Promise<void>((resolve) => (answer = resolve)) });
    const campaign = await begin();
    await eventually(
      () => sentTo(before),
      ({ length }) => length === 1,
    );
    answer();
    await completed(account, campaign);
    // As if the others had not had their turns when the first two were merged.
    await account.call('POST', '/actions/contact_merge', { base_contact_id: between.id, mergee_contact_id: before.id });
    await test
      .rows()
      .updateTable('campaigns')
      .set({ campaign_status: 'active', last_contact_id: 0 })
      .where('account_id', '=', account.id)
      .execute();
    await lookForDue(test);
    await completed(account, campaign);

    expect([before, between].map((contact) => sentTo(contact).length)).toEqual([1, 1]);
    expect(sentTo(after).length).toBe(2);
  });
});
