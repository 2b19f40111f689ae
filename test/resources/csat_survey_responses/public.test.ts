import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAgent, givenContact } from '../../support/factories.ts';
import { givenConversationWith } from '../../support/automatic-messages.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';
import { messagesOf, pathOf } from '../../support/conversation-calls.ts';

const DAY_MS = 86_400_000;
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000000';
const NOTE = { content: 'Between us: a difficult one', private: true, content_type: 'input_csat' };

let days = 0;
let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { now: () => new Date(Date.now() + days * DAY_MS), jobs: false });
});
afterAll(() => test.stop());

const show = ({ uuid }: { uuid: string }) => test.request('GET', `/public/api/v1/csat_survey/${uuid}`);
const rowsOf = (accountId: number) =>
  test.rows().selectFrom('csat_survey_responses').selectAll().where('account_id', '=', accountId).execute();

describe('GET csat_survey/{uuid}', () => {
  it('shows the survey to anyone who knows the uuid', async () => {
    const csat_config = { display_type: 'star', message: 'Were we nice?', language: 'fr' };
    const { account, conversation } = await givenSurvey(test, { csat_config });

    const { status, body } = await show(conversation);

    const [survey] = (await messagesOf(account, conversation)).slice(-1);
    expect([status, body]).toEqual([
      200,
      {
        id: survey.id,
        csat_survey_response: null,
        display_type: 'star',
        content: 'Were we nice?',
        inbox_avatar_url: '',
        inbox_name: 'Support',
        locale: 'fr',
        conversation_id: conversation.id,
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    ]);
  });

  it('has the answer, once there is one', async () => {
    const { account, conversation } = await givenSurvey(test);
    await rate(test, conversation, 4, 'Quick');

    const { body } = await show(conversation);

    expect(body).toMatchObject({ display_type: 'emoji', locale: 'en' });
    expect(body.csat_survey_response).toEqual({
      id: expect.any(Number),
      account_id: account.id,
      conversation_id: conversation.id,
      message_id: body.id,
      contact_id: conversation.contact.id,
      assigned_agent_id: null,
      rating: 4,
      feedback_message: 'Quick',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it.each([UNKNOWN_UUID, 'none', '0', '%00', `${UNKNOWN_UUID}x`])('does not find %s', async (uuid) => {
    const { status, body } = await test.request('GET', `/public/api/v1/csat_survey/${uuid}`);

    expect([status, body.error]).toEqual([404, 'Survey not found']);
  });

  it('does not find a conversation whose contact was never asked', async () => {
    const { conversation } = await givenConversationWith(test, {});

    const { status, body } = await show(conversation);

    expect([status, body.error]).toEqual([404, 'Survey not found']);
  });

  it('never shows a private note, whatever its type', async () => {
    const { account, conversation } = await givenSurvey(test, { csat_config: { message: 'Were we nice?' } });
    const { account: other, conversation: unasked } = await givenConversationWith(test, {});
    const note = { ...NOTE, message_type: 'outgoing' };
    const noted = [
      await account.call('POST', pathOf(conversation, '/messages'), note),
      await other.call('POST', pathOf(unasked, '/messages'), note),
    ];

    const asked = await show(conversation);
    const page = await test.request('GET', `/survey/responses/${conversation.uuid}`);
    const { body: metrics } = await account.call('GET', '/csat_survey_responses/metrics');

    expect(noted.map(({ body }) => [body.private, body.content_type])).toEqual(Array(2).fill([true, 'input_csat']));
    expect(asked.body.content).toBe('Were we nice?');
    expect(page.text).not.toContain(note.content);
    expect((await show(unasked)).status).toBe(404);
    expect(metrics.total_sent_messages_count).toBe(1);
  });
});

describe('PUT csat_survey/{uuid}', () => {
  it('stores the answer, in the message too, and records an event', async () => {
    const { account, conversation } = await givenSurvey(test);

    const events = await eventsDuring(test, account, () => rate(test, conversation, 5, 'Great!'));

    const answer = { csat_survey_response: { rating: 5, feedback_message: 'Great!' } };
    const attributes = { display_type: 'emoji', submitted_values: answer };
    expect((await messagesOf(account, conversation)).at(-1)).toMatchObject({
      content_type: 'input_csat',
      content_attributes: attributes,
    });
    expect(await rowsOf(account.id)).toMatchObject([{ rating: 5, feedback_message: 'Great!' }]);
    expect(typesOf(events)).toEqual(['message_updated']);
    expect(changesOf(events[0]!)).toEqual({ content_attributes: [{ display_type: 'emoji' }, attributes] });
  });

  it('replaces an earlier answer by a later one', async () => {
    const { account, conversation } = await givenSurvey(test);
    await rate(test, conversation, 5, 'Great!');

    const { status, body } = await rate(test, conversation, 1);

    expect([status, body.csat_survey_response]).toMatchObject([200, { rating: 1, feedback_message: null }]);
    expect(await rowsOf(account.id)).toMatchObject([{ rating: 1, feedback_message: null }]);
  });

  it('records no event for the same answer again', async () => {
    const { account, conversation } = await givenSurvey(test);
    await rate(test, conversation, 5, 'Great!');

    const events = await eventsDuring(test, account, () => rate(test, conversation, 5, 'Great!'));

    expect(events).toEqual([]);
  });

  it('is one answer, however many arrive at once', async () => {
    const { account, conversation } = await givenSurvey(test);

    const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => rate(test, conversation, rating)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [row, ...others] = await rowsOf(account.id);
    const submitted = (await messagesOf(account, conversation)).at(-1).content_attributes.submitted_values;
    expect(others).toEqual([]);
    expect(submitted.csat_survey_response.rating).toBe(row!.rating);
  });

  it('is about the agent who has the conversation when the contact answers', async () => {
    const { account, conversation } = await givenSurvey(test);
    const gus = await givenAgent(test, account);
    await rate(test, conversation, 2);
    const nobody = await rowsOf(account.id);
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: gus.id });

    const { body } = await rate(test, conversation, 3);

    expect(nobody).toMatchObject([{ assigned_agent_id: null }]);
    expect(body.csat_survey_response).toMatchObject({ assigned_agent_id: gus.id });
  });

  it('takes the fields without the wrapper', async () => {
    const { conversation } = await givenSurvey(test);

    const { status } = await test.request('PATCH', `/public/api/v1/csat_survey/${conversation.uuid}`, {
      body: { submitted_values: { csat_survey_response: { rating: '3' } } },
    });

    expect(status).toBe(200);
  });

  it.each([
    [0, 'must be a whole number from 1 to 5'],
    [6, 'must be a whole number from 1 to 5'],
    [2.5, 'must be a whole number'],
    ['good', 'must be a whole number from 1 to 5'],
    [null, 'from 1 to 5'],
    [undefined, 'is missing: a whole number from 1 to 5'],
  ])('refuses the rating %j', async (rating, rule) => {
    const { account, conversation } = await givenSurvey(test);

    const { status, body } = await rate(test, conversation, rating);

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.message).toContain(rule);
    expect(body.attributes).toEqual(['submitted_values.csat_survey_response.rating']);
    expect(await rowsOf(account.id)).toEqual([]);
  });

  it('refuses a comment that is too long', async () => {
    const { conversation } = await givenSurvey(test);

    const fine = await rate(test, conversation, 5, 'x'.repeat(10_000));
    const { status, body } = await rate(test, conversation, 5, 'x'.repeat(10_001));

    expect([fine.status, status]).toEqual([200, 422]);
    expect(body.message).toContain('is too long (maximum is 10000 characters)');
  });

  it('refuses a body without an answer', async () => {
    const { conversation } = await givenSurvey(test);

    const { status, body } = await test.request('PUT', `/public/api/v1/csat_survey/${conversation.uuid}`, { body: {} });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['submitted_values']]);
  });

  it('takes answers for 14 days, and no change later', async () => {
    const { account, conversation } = await givenSurvey(test);
    days = 13.99;
    const early = await rate(test, conversation, 4);
    days = 14.01;

    const { status, body } = await rate(test, conversation, 1);
    days = 0;

    expect([early.status, status, body.error]).toEqual([200, 422, 'You cannot update the CSAT survey after 14 days']);
    expect(await rowsOf(account.id)).toMatchObject([{ rating: 4 }]);
  });

  it('does not find a survey that does not exist', async () => {
    const { status, body } = await rate(test, { uuid: UNKNOWN_UUID }, 5);

    expect([status, body.error]).toEqual([404, 'Survey not found']);
  });
});

describe('what a contact answered', () => {
  it('belongs to the other contact after a merge', async () => {
    const { account, conversation } = await givenSurvey(test);
    const base = await givenContact(account, { name: 'Base' });
    await rate(test, conversation, 5);

    const { status } = await account.call('POST', '/actions/contact_merge', {
      base_contact_id: base.id,
      mergee_contact_id: conversation.contact.id,
    });

    expect(status).toBe(200);
    expect(await rowsOf(account.id)).toMatchObject([{ contact_id: base.id, rating: 5 }]);
  });

  it('is deleted with the conversation', async () => {
    const { account, conversation } = await givenSurvey(test);
    await rate(test, conversation, 5);

    await account.call('DELETE', pathOf(conversation));

    expect(await rowsOf(account.id)).toEqual([]);
    expect((await show(conversation)).status).toBe(404);
  });
});
