import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { entities } from '../../../src/entities/all.ts';
import { findRunningErasure } from '../../../src/conversations/removal/running-erasure.ts';
import { sumUp } from '../../../src/conversations/reporting/sum-up.ts';
import { eraseContact } from '../../../src/jobs/retention/erase-contact.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf, reply, toggle } from '../../support/conversation-calls.ts';
import { databaseKind } from '../../support/database.ts';
import { plansWith } from '../../support/database/plans.ts';
import { placesOf } from '../../support/database/search-everything.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { givenBlob } from '../../support/files/uploads.ts';
import { handOver, INBOUND, mailOf } from '../../support/mail/hand-over.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { PICTURES } from '../../support/files/pictures.ts';
import type { ProviderServer } from '../../support/providers/provider-server.ts';
import { givenTelegram, type TelegramMessage } from '../../support/providers/telegram.ts';
import { received } from '../../support/receiving/received.ts';
import { givenBot, messageFrom, somebody, update } from '../../support/receiving/telegram-chat.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { rate } from '../../support/surveys.ts';

let telegram: ProviderServer<TelegramMessage>;
let receiver: Receiver;
let test: TestApp;
beforeAll(async () => {
  telegram = await givenTelegram();
  receiver = await givenReceiver();
  test = await givenApp({
    'channels.telegram_url': telegram.url,
    'webhooks.allowed_networks': '127.0.0.0/8',
    'webhooks.retry_minutes': '10',
    ...INBOUND,
  });
});
afterAll(async () => {
  await test.stop();
  await telegram.stop();
  await receiver.stop();
});

/** A word that nothing else has. */
const newMark = () => `zq${randomBytes(6).toString('hex')}`;

async function must(answer: Promise<{ status: number; text: string; body: never }>) {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(text);
  // oxlint-disable-next-line typescript/no-explicit-any
  return body as any;
}

/** Erases the contact, and waits until that is done. */
async function erase(account: TestAccount, { id }: { id: number }) {
  const { id: erasure } = await must(account.call('POST', `/contacts/${id}/erase`) as never);
  const { body } = await eventually(
    () => account.call('GET', `/erasures/${erasure}`),
    (answer) => answer.body.status === 'done',
  );
  return body;
}

/** Has a contact say the mark, and others about it, in every way there is; and all that can wait for something does. */
async function givenMarked(account: TestAccount, mark: string) {
  const call = (...asked: Parameters<TestAccount['call']>) => must(account.call(...asked) as never);
  const { id: userId } = account.administrator;
  const inbox = await givenInbox(account, { type: 'api' });
  await account.call('PATCH', `/inboxes/${inbox.id}`, { csat_survey_enabled: true });
  await call('POST', '/webhooks', {
    url: `${receiver.url}/${account.id}`,
    subscriptions: ['message_created', 'contact_created', 'contact_updated'],
  });
  const body = {
    name: `Carla ${mark}`,
    email: `${mark}@example.com`,
    identifier: `id-${mark}`,
    phone_number: '+14155550177',
    custom_attributes: { [mark]: mark, plan: mark },
    additional_attributes: { company_name: mark, city: mark, country: mark, description: mark },
    inbox_id: inbox.id,
    source_id: `source-${mark}`,
  };
  const contact = await call('POST', '/contacts', body, { headers: { 'Idempotency-Key': `create-${account.id}` } });
  await call('POST', `/contacts/${contact.id}/labels`, { labels: [mark] });
  await call('POST', `/contacts/${contact.id}/notes`, { content: `Note of ${mark}` });
  const picture = new FormData();
  picture.set('avatar', new Blob([PICTURES['image/png']]), `${mark}.png`);
  await call('PATCH', `/contacts/${contact.id}`, picture);

  const conversation = await call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    custom_attributes: { [mark]: mark },
    additional_attributes: { referer: `https://shop.example.com/${mark}` },
    assignee_id: userId,
  });
  await ask(account, conversation, { content: `I am ${mark}`, source_id: mark, content_attributes: { [mark]: mark } });
  await reply(account, conversation, { content: `Dear ${mark}` });
  await call('PATCH', pathOf(conversation, '/draft_messages'), { message: `Dear ${mark}, again` });
  await reply(account, conversation, {
    content: `Look at ${mark}, [@Ada](mention://user/${userId}/Ada)`,
    private: true,
  });
  await call(
    'POST',
    pathOf(conversation, '/messages'),
    { content: `Once ${mark}`, message_type: 'outgoing' },
    {
      headers: { 'Idempotency-Key': `message-${account.id}` },
    },
  );
  const form = new FormData();
  form.set('message_type', 'incoming');
  form.set('content', `A file of ${mark}`);
  form.append('attachments[]', new Blob([`content ${mark}`], { type: 'text/plain' }), `${mark}.txt`);
  await call('POST', pathOf(conversation, '/messages'), form);
  const blob = await givenBlob(test, account, conversation, `uploaded ${mark}`, `upload-${mark}.txt`);
  await call('POST', pathOf(conversation, '/messages'), { message_type: 'outgoing', attachments: [blob] });
  const upload = new FormData();
  upload.set('attachment', new Blob([`linked ${mark}`]), `linked-${mark}.txt`);
  const { file_url: url } = await call('POST', '/upload', upload);
  await reply(account, conversation, { content: `It is at ${url}` });
  await call('POST', pathOf(conversation, '/labels'), { labels: [mark] });
  await call('POST', pathOf(conversation, '/transcript'), { email: `${mark}@example.com` });
  await call('POST', pathOf(conversation, '/toggle_typing_status'), { typing_status: 'on' });

  const team = await givenTeam(account, [account.administrator]);
  const actions = [
    {
      action_name: 'send_email_to_team',
      action_params: [{ team_ids: [team.id], message: `Who is ${mark}@example.com?` }],
    },
    { action_name: 'send_webhook_event', action_params: [`${receiver.url}/macro-${account.id}`] },
  ];
  const { payload: macro } = await call('POST', '/macros', { name: 'Ask', actions });
  const { id: bulk } = await call('POST', `/macros/${macro.id}/execute`, { conversation_ids: [conversation.id] });
  await eventually(
    () => account.call('GET', `/bulk_actions/${bulk}`),
    (answer) => answer.body.status === 'done',
  );
  await call('DELETE', `/macros/${macro.id}`);

  const importing = new FormData();
  importing.set('import_file', new Blob([`email,phone_number\nno address ${mark},x\n`]), 'people.csv');
  await call('POST', '/contacts/import', importing);
  await call('POST', '/contacts/export', {
    payload: [
      { attribute_key: 'email', filter_operator: 'equal_to', values: [`${mark}@example.com`], query_operator: null },
    ],
  });

  await toggle(account, conversation, 'resolved');
  await rate(test, await call('GET', pathOf(conversation)), 2, `Feedback of ${mark}`);
  const [rating] = await call('GET', '/csat_survey_responses');
  await call('PATCH', `/csat_survey_responses/${rating.id}`, { csat_review_notes: `Called ${mark} back` });
  return { contact, conversation, merged: await mergedFromTelegram(account, contact, mark) };
}

/** Somebody writes by Telegram, who then turns out to be the contact. */
async function mergedFromTelegram(account: TestAccount, contact: { id: number }, mark: string): Promise<number> {
  const bot = await givenBot(account, telegram);
  const person = somebody({ first_name: mark, username: mark });
  await update(test, bot, messageFrom(person, { text: `By Telegram: ${mark}` }));
  const [message] = await received(account, bot.inbox, 1);
  const body = { base_contact_id: contact.id, mergee_contact_id: message!.sender!.id };
  await must(account.call('POST', '/actions/contact_merge', body) as never);
  return message!.sender!.id;
}

/** Tables with something about contacts, which an erasure reaches; the tests below put a mark into each that has text. */
const REACHED = [
  'attachments',
  'audit_logs',
  'automation_rules',
  'avatars',
  'blobs',
  'bulk_actions',
  'contact_inboxes',
  'contact_keys',
  'contact_labels',
  'contact_texts',
  'contacts',
  'conversation_labels',
  'conversations',
  'csat_survey_responses',
  'deliveries',
  'delivery_attempts',
  'delivery_lanes',
  'downloads',
  'events',
  'idempotent_requests',
  'jobs',
  'mentions',
  'message_sources',
  'messages',
  'notes',
  'notifications',
  'participants',
  'draft_messages',
  'presences',
  'received_events',
  'received_files',
  'report_changes',
  'report_sums',
  'reporting_events',
  'search_changes',
  'sendings',
  'slack_threads',
];

/** Tables that say nothing about contacts, but what members write there themselves. */
const OTHERS = [
  'access_tokens',
  'account_users',
  'accounts',
  'agent_bots',
  'agent_capacity_policies',
  'article_counts',
  'articles',
  'assignment_policies',
  'assignment_turns',
  'authenticators',
  'authorizations',
  'campaigns',
  'canned_responses',
  'categories',
  'channels',
  'conversation_counts',
  'custom_attribute_definitions',
  'custom_filters',
  'dashboard_apps',
  'erasures',
  'forgotten_events',
  'hooks',
  'identities',
  'inbox_capacity_limits',
  'inbox_members',
  'inboxes',
  'labels',
  'login_links',
  'machine_clocks',
  'macros',
  'mailboxes',
  'notification_subscriptions',
  'payload_layouts',
  'platform_apps',
  'platform_permissions',
  'portals',
  'push_keys',
  'related_categories',
  'report_progress',
  'saml_settings',
  'saml_users',
  'sessions',
  'team_members',
  'teams',
  'used_states',
  'users',
  'webhooks',
];

describe('erasing a contact', () => {
  it('is thought of with each table', () => {
    const tables = entities.map(({ meta }) => meta.tableName);

    expect(tables.toSorted()).toEqual([...REACHED, ...OTHERS].toSorted());
  });

  it('leaves nothing of it in any table, nor in any file', async () => {
    const account = await givenAccount(test);
    const mark = newMark();
    receiver.reply = () => ({ status: 500, body: `refused because of ${mark}` });
    const { contact } = await givenMarked(account, mark);
    await eventually(
      () => placesOf(test, mark),
      (places) =>
        ['delivery_attempts', 'downloads', 'files/', 'outbox/'].every(
          (place) => place === 'downloads' || places.includes(place),
        ),
    );
    await eventually(
      () => test.rows().selectFrom('downloads').select('id').where('account_id', '=', account.id).execute(),
      ({ length }) => length === 2,
    );
    // Brings the index up to date.
    await account.call('GET', `/contacts/search?q=${mark}`);
    // Sums are kept by label. The timetable has them added up once a minute, so that it may be in the middle of this.
    await sumUp(test.app.tx());
    const before = await placesOf(test, mark);

    const proof = await erase(account, contact);

    expect(before).toEqual(
      expect.arrayContaining([
        'attachments',
        'audit_logs',
        'blobs',
        'bulk_actions',
        'contact_inboxes',
        'contact_labels',
        'contact_texts',
        'contacts',
        'conversation_labels',
        'conversations',
        'csat_survey_responses',
        'delivery_attempts',
        'events',
        'files/',
        'idempotent_requests',
        'jobs',
        'messages',
        'notes',
        'outbox/',
        'report_sums',
      ]),
    );
    expect(await placesOf(test, mark)).toEqual([]);
    expect(proof).toMatchObject({
      contact_id: contact.id,
      requested_by: { id: account.administrator.id, name: account.administrator.name },
      deleted: {
        contacts: 1,
        conversations: 2,
        notes: 1,
        csat_survey_responses: 1,
        draft_messages: 1,
        avatars: 1,
        files: 2,
        blobs: 2,
        downloads: 2,
      },
    });
  });

  it('leaves everything of others as it was', async () => {
    const account = await givenAccount(test);
    const [mark, others] = [newMark(), newMark()];
    receiver.reply = () => ({});
    const contact = await givenContact(account, { name: mark, email: `${mark}@example.com` });
    const other = await givenContact(account, { name: others, email: `${others}@example.com` });
    const inbox = await givenInbox(account);
    const of = { inbox_id: inbox.id };
    const { body: first } = await account.call('POST', '/conversations', { ...of, contact_id: contact.id });
    const { body: second } = await account.call('POST', '/conversations', { ...of, contact_id: other.id });
    for (const conversation of [first, second]) await ask(account, conversation, { content: `${mark} and ${others}` });
    const eventsOf = async () => {
      const { body } = await account.call('GET', '/events?after=0&limit=100');
      return body.payload.filter(({ contact: about }: { contact?: { id: number } }) => about?.id === other.id);
    };
    const before = [await eventsOf(), (await account.call('GET', pathOf(second, '/messages'))).body.payload];

    await erase(account, contact);

    const after = [await eventsOf(), (await account.call('GET', pathOf(second, '/messages'))).body.payload];
    expect(after).toEqual(before);
    expect((await account.call('GET', `/contacts/${other.id}`)).body).toMatchObject({ name: others });
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
    const { body: found } = await account.call('GET', `/contacts/search?q=${mark}`);
    expect(found.meta.count).toBe(0);
  });

  it('takes what it wrote by mail, also into a conversation of somebody else, whose other messages stay', async () => {
    const account = await givenAccount(test);
    const mark = newMark();
    const inbox = await givenMailInbox(account);
    const to = inbox.address;
    await handOver(test, mailOf('Where is it?', { from: 'otto@example.com', to }));
    const [question] = await received(account, inbox, 1);
    const { body } = await account.call('GET', `/conversations?status=all&inbox_id=${inbox.id}`);
    const inReplyTo = `<conversation/${body.data.payload[0].uuid}/messages/1@in.acme.example>`;
    await handOver(test, mailOf(`I am ${mark}, a colleague`, { from: `${mark}@example.com`, to, inReplyTo }));
    const [, answer] = await received(account, inbox, 2);
    expect(await placesOf(test, mark)).toEqual(expect.arrayContaining(['messages', 'received_events']));

    const { deleted } = await erase(account, answer!.sender!);

    expect(await placesOf(test, mark)).toEqual([]);
    expect(deleted).toMatchObject({ messages: 1, received_events: 1 });
    const messages = await received(account, inbox, 2);
    expect(messages.map(({ content }) => content)).toEqual(['Where is it?', 'This message was deleted']);
    expect(messages.map(({ sender }) => sender?.id)).toEqual([question!.sender!.id, undefined]);
  });

  it('answers a proof with a digest that anyone can compute', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);

    const { digest, status: _, requested_by: by, ...proof } = await erase(account, contact);

    const { id, account_id, contact_id, requested_at, finished_at, deleted } = proof;
    const text = JSON.stringify({
      id,
      account_id,
      contact_id,
      requested_by: by.id,
      requested_at,
      finished_at,
      deleted,
    });
    expect(digest).toBe(createHash('sha256').update(text).digest('hex'));
    expect(deleted).toEqual({ contacts: 1, events: 1 });
    const { body } = await account.call('GET', '/erasures');
    expect(body).toMatchObject({ payload: [{ id, digest }], meta: { count: 1, current_page: 1 } });
  });

  it('is begun once, and not while the contact is online', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const until = { account_id: account.id, contact_id: contact.id, online_until: new Date(Date.now() + 60_000) };
    await test.rows().insertInto('presences').values(until).execute();
    const path = `/contacts/${contact.id}/erase`;

    const refused = await account.call('POST', path);
    await test.rows().deleteFrom('presences').where('contact_id', '=', contact.id).execute();
    const answers = await Promise.all([account.call('POST', path), account.call('POST', path)]);

    expect([refused.status, refused.body.error]).toEqual([422, 'Contact is online']);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
    await eventually(
      () => account.call('GET', `/erasures/${ids[0]}`),
      ({ body }) => body.status === 'done',
    );
    expect((await account.call('POST', path)).status).toBe(404);
  });

  it('also reaches what is left of a contact that somebody deletes before it begins', async () => {
    const app = await givenApp({}, { jobs: false });
    const account = await givenAccount(app);
    const mark = newMark();
    const contact = await givenContact(account, { name: mark, email: `${mark}@example.com` });
    const { body } = await account.call('POST', `/contacts/${contact.id}/erase`);
    await account.call('DELETE', `/contacts/${contact.id}`);
    const left = await placesOf(app, mark);

    await eraseContact(app.app, { erasure_id: body.id }, { accountId: account.id } as never);

    expect([left.includes('events'), await placesOf(app, mark)]).toEqual([true, []]);
    expect((await account.call('GET', `/erasures/${body.id}`)).body).toMatchObject({
      status: 'done',
      deleted: { events: 1 },
    });
    await app.stop();
  });

  it('cannot be escaped by a merge', async () => {
    const app = await givenApp({}, { jobs: false });
    const account = await givenAccount(app);
    const [contact, other] = [await givenContact(account), await givenContact(account)];
    await account.call('POST', `/contacts/${contact.id}/erase`);

    const answers = await Promise.all(
      [
        { base_contact_id: other.id, mergee_contact_id: contact.id },
        { base_contact_id: contact.id, mergee_contact_id: other.id },
      ].map((body) => account.call('POST', '/actions/contact_merge', body)),
    );

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [422, 'mergee_contact_id is being erased'],
      [422, 'base_contact_id is being erased'],
    ]);
    await app.stop();
  });

  it('takes what says where at Slack its messages are', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const { id } = await test
      .rows()
      .selectFrom('conversations')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    const now = new Date();
    const hook = { account_id: account.id, app_id: 'slack', settings: '{}' as never, created_at: now, updated_at: now };
    const { id: hookId } = await test.rows().insertInto('hooks').values(hook).returning('id').executeTakeFirstOrThrow();
    const thread = { hook_id: hookId, conversation_id: id, channel_id: 'C1', thread_ts: '1.2', last_message_id: 1 };
    await test.rows().insertInto('slack_threads').values(thread).execute();

    const { deleted } = await erase(account, conversation.meta.sender);

    expect(deleted.slack_threads).toBe(1);
    expect(await test.rows().selectFrom('slack_threads').select('id').where('hook_id', '=', hookId).execute()).toEqual(
      [],
    );
  });

  it('takes the lanes of what waits to be sent, and to be sent again', async () => {
    const account = await givenAccount(test);
    receiver.reply = () => ({});
    const subscriptions = ['contact_created', 'conversation_created'];
    const url = `${receiver.url}/again-${account.id}`;
    const { body: webhook } = await account.call('POST', '/webhooks', { url, subscriptions });
    const contact = await givenContact(account);
    const inbox = await givenInbox(account);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    const deliveries = async () => (await account.call('GET', `/webhooks/${webhook.id}/deliveries`)).body.payload;
    const sent = await eventually(
      deliveries,
      (shown) => shown.length === 2 && shown.every(({ status }: { status: string }) => status === 'delivered'),
    );
    receiver.reply = () => ({ status: 500 });
    for (const { id } of sent) await account.call('POST', `/webhooks/${webhook.id}/deliveries/${id}/redeliver`);
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    await eventually(
      deliveries,
      (shown) => shown.length === 3 && shown.every(({ attempts }: { attempts: number }) => attempts > 0),
    );
    const lanes = async () => {
      const rows = test.rows().selectFrom('delivery_lanes').select('lane').where('account_id', '=', account.id);
      return (await rows.execute()).map(({ lane }) => lane);
    };
    const before = await lanes();

    await erase(account, contact);

    expect(before.filter((lane) => lane.startsWith('replay:'))).toHaveLength(2);
    expect([before.length, await lanes()]).toEqual([3, []]);
  });

  // Each merge of contacts looks, also where thousands have been erased.
  it('is found by its contact while it is under way', async () => {
    const [plan] = await plansWith(test, (tx) => findRunningErasure(tx, 1, [2, 3]));

    // PostgreSQL chooses by how many rows there are.
    if (databaseKind === 'sqlite') expect(plan).toContain('erasures_account_id_contact_id_status_index');
    else expect(plan).not.toContain('Seq Scan on erasures');
  });

  it('is for administrators of the account', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const contact = await givenContact(account);
    const path = `/contacts/${contact.id}/erase`;

    const answers = [
      await account.call('POST', path, {}, { token: agent.token }),
      await account.call('POST', path, {}, { token: other.administrator.token }),
      await other.call('POST', path),
      await account.call('GET', '/erasures', undefined, { token: agent.token }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 403]);
    expect((await account.call('GET', `/contacts/${contact.id}`)).status).toBe(200);
  });

  it('also takes what is written meanwhile', async () => {
    const account = await givenAccount(test);
    const mark = newMark();
    const contact = await givenContact(account, { name: mark, email: `${mark}@example.com` });
    const inbox = await givenInbox(account);
    const of = { inbox_id: inbox.id, contact_id: contact.id };
    const begun = await Promise.all(Array.from({ length: 30 }, () => account.call('POST', '/conversations', of)));
    const conversations = begun.map(({ body }) => body);
    const done = new AbortController();
    const writer = (async () => {
      for (let times = 0; !done.signal.aborted; times += 1) {
        const conversation = conversations[times % conversations.length];
        const body = { content: `${mark} says ${times}`, message_type: 'incoming' };
        await account.call('POST', pathOf(conversation, '/messages'), body);
        await account.call('POST', '/conversations', { ...of, message: { content: mark } });
        await account.call('PATCH', `/contacts/${contact.id}`, { custom_attributes: { times: mark } });
      }
    })();

    await erase(account, contact);
    done.abort();
    await writer;

    expect(await placesOf(test, mark)).toEqual([]);
  });
});
