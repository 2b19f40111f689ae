import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { autoResolve } from '../../../src/jobs/auto-resolve.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenInbox } from '../../support/factories.ts';
import {
  givenConversationWith,
  givenConversationIn,
  automaticTexts,
  templatesOf,
} from '../../support/automatic-messages.ts';
import { activitiesOf, ask, pathOf, shown, toggle } from '../../support/conversation-calls.ts';

const DAY_MS = 86_400_000;
const ON = { csat_survey_enabled: true };
const QUESTION = 'How did we do? Please rate this conversation.';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': 'https://chat.example.com' });
});
afterAll(() => test.stop());

describe('a resolved conversation', () => {
  it('asks the contact for a rating, after the events of its resolving', async () => {
    const { account, conversation } = await givenConversationWith(test, ON);

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'resolved'));

    expect(await templatesOf(account, conversation)).toMatchObject([
      {
        content: QUESTION,
        content_type: 'input_csat',
        content_attributes: { display_type: 'emoji' },
        private: false,
        sender: null,
      },
    ]);
    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated', 'message_created']);
    expect((await shown(account, conversation)).status).toBe('resolved');
  });

  it('asks with the text and the display type of its inbox', async () => {
    const csat_config = { display_type: 'star', message: 'Were we nice?' };
    const { account, conversation } = await givenConversationWith(test, { ...ON, csat_config });

    await toggle(account, conversation, 'resolved');

    expect(await templatesOf(account, conversation)).toMatchObject([
      { content: 'Were we nice?', content_attributes: { display_type: 'star' } },
    ]);
  });

  it.each([
    ['de', 'Wie waren Sie mit uns zufrieden? Bitte bewerten Sie dieses Gespräch.'],
    ['pt-BR', 'Como nos saímos? Por favor, avalie esta conversa.'],
    ['tlh', QUESTION],
  ])('asks in the language of its inbox: %s', async (language, question) => {
    const { account, conversation } = await givenConversationWith(test, { ...ON, csat_config: { language } });

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([question]);
  });

  it('asks in the language of its account when its inbox has none', async () => {
    const { account, conversation } = await givenConversationWith(test, ON);
    await account.call('PATCH', '', { locale: 'es' });

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([
      '¿Qué le ha parecido? Valore esta conversación, por favor.',
    ]);
  });

  it('asks by a rule that names no labels', async () => {
    const csat_config = { survey_rules: { operator: 'contains' } };
    const { account, conversation } = await givenConversationWith(test, { ...ON, csat_config });

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([QUESTION]);
  });

  it('asks nothing when its inbox has surveys turned off', async () => {
    const { account, conversation } = await givenConversationWith(test, {});

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it.each(['open', 'pending', 'snoozed'])('asks nothing when it becomes %s', async (status) => {
    const { account, conversation } = await givenConversationWith(test, ON);
    await toggle(account, conversation, status === 'open' ? 'pending' : 'open');

    await toggle(account, conversation, status, { snoozed_until: new Date(Date.now() + DAY_MS).toISOString() });

    expect(await automaticTexts(account, conversation)).toEqual([]);
  });

  it('asks once in its life', async () => {
    const { account, conversation } = await givenConversationWith(test, ON);
    await toggle(account, conversation, 'resolved');
    await toggle(account, conversation, 'open');

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toHaveLength(1);
  });

  it('asks after it resolved by itself, with the label that it got for that', async () => {
    const survey_rules = { operator: 'contains', values: ['idle'] };
    const { account, conversation } = await givenConversationWith(test, { ...ON, csat_config: { survey_rules } });
    await account.call('PATCH', '', { auto_resolve_after: 1, auto_resolve_label: 'idle' });

    await autoResolve(test.app, new Date(Date.now() + 2 * DAY_MS));

    expect((await shown(account, conversation)).status).toBe('resolved');
    expect(await automaticTexts(account, conversation)).toEqual([QUESTION]);
  });

  it.each([
    ['contains', ['vip', 'new'], ['vip'], true],
    ['contains', ['VIP'], ['vip'], true],
    ['contains', ['vip'], ['other'], false],
    ['contains', ['vip'], [], false],
    ['contains', [], [], true],
    ['does_not_contain', ['vip', 'new'], ['new', 'other'], false],
    ['does_not_contain', ['vip'], ['other'], true],
    ['does_not_contain', ['vip'], [], true],
    ['does_not_contain', [], ['vip'], true],
  ])('with the rule %s %j and the labels %j asks: %s', async (operator, values, labels, asks) => {
    const { account, conversation } = await givenConversationWith(test, {
      ...ON,
      csat_config: { survey_rules: { operator, values } },
    });
    await account.call('POST', pathOf(conversation, '/labels'), { labels });

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toHaveLength(asks ? 1 : 0);
  });

  const WINDOW = { type: 'api', additional_attributes: { agent_reply_time_window: 24 } };

  it('records an activity instead when answers cannot arrive any more', async () => {
    const { account, conversation } = await givenConversationWith(test, ON, WINDOW);

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([]);
    expect(await activitiesOf(account, conversation)).toEqual([
      'Conversation was resolved by Ada Admin',
      'The satisfaction survey was not sent: the channel no longer delivers answers to this contact',
    ]);
  });

  it('asks within the time in which answers arrive', async () => {
    const { account, conversation } = await givenConversationWith(test, ON, WINDOW);
    await ask(account, conversation);

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toEqual([QUESTION]);
  });

  it.each([
    ['email', { type: 'email', email: `${randomUUID()}@example.com` }, 0],
    ['api', { type: 'api' }, 1],
  ])('asks a contact by mail only while it is not muted: %s', async (_, channel, asked) => {
    const account = await givenAccount(test);
    const other = await givenInbox(account, channel);
    await account.call('PATCH', `/inboxes/${other.id}`, ON);
    const conversation = await givenConversationIn(account, other, { name: 'Carla', email: 'carla@example.com' });
    await account.call('POST', pathOf(conversation, '/mute'));

    await toggle(account, conversation, 'resolved');

    expect(await automaticTexts(account, conversation)).toHaveLength(asked);
  });
});

describe('a resolved conversation in WhatsApp', () => {
  const TEMPLATE = { name: 'rate_us', language: 'de', status: 'APPROVED' };

  async function resolve(template: object | null) {
    const account = await givenAccount(test);
    const phone_number = `+49${Math.floor(Math.random() * 1e9) + 1e9}`;
    const inbox = await givenInbox(account, { type: 'whatsapp', phone_number });
    await account.call('PATCH', `/inboxes/${inbox.id}`, { ...ON, csat_config: { template } });
    const contact = { name: 'Carla', phone_number: '+4915112345678' };
    const conversation = await givenConversationIn(account, inbox, contact);
    await toggle(account, conversation, 'resolved');
    const rows = await test
      .rows()
      .selectFrom('messages')
      .select('additional_attributes as attributes')
      .where('account_id', '=', account.id)
      .where('content_type', '=', 'input_csat')
      .execute();
    return { conversation, surveys: rows.map(({ attributes }) => attributes) };
  }

  it('asks with an approved template when nothing else can be sent', async () => {
    const { conversation, surveys } = await resolve(TEMPLATE);

    expect(surveys).toEqual([
      {
        template_params: {
          name: 'rate_us',
          language: 'de',
          processed_params: { buttons: [{ type: 'url', parameter: conversation.uuid }] },
        },
      },
    ]);
  });

  it.each([
    ['without a template', null],
    ['with one that is not approved', { ...TEMPLATE, status: 'PENDING' }],
    ['with one that has no name', { status: 'APPROVED' }],
  ])('asks nothing %s', async (_, template) => {
    const { surveys } = await resolve(template);

    expect(surveys).toEqual([]);
  });
});

describe('the survey as it is delivered', () => {
  it('has the address of its page, which the stored text has not', async () => {
    const { account, conversation } = await givenConversationWith(test, ON);

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'resolved'));

    const { payload } = events.at(-1)!;
    const content = `${QUESTION} https://chat.example.com/survey/responses/${conversation.uuid}`;
    expect(payload).toMatchObject({ content, message: { content } });
    expect(await automaticTexts(account, conversation)).toEqual([QUESTION]);
  });

  it('has no address in a widget, which shows the survey itself', async () => {
    const { account, conversation } = await givenConversationWith(test, ON, {
      type: 'web_widget',
      website_url: 'https://shop.example.com',
    });

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'resolved'));

    expect(events.at(-1)!.payload.content).toBe(QUESTION);
  });

  it('is a message of its own in each conversation', async () => {
    const { account, inbox, conversation } = await givenConversationWith(test, ON);
    const other = await givenConversationIn(account, inbox);
    await toggle(account, conversation, 'resolved');

    await toggle(account, other, 'resolved');

    expect(await automaticTexts(account, other)).toHaveLength(1);
  });
});
