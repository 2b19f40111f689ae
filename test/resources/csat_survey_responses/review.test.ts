import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function given() {
  const { account, conversation } = await givenSurvey(test);
  await rate(test, conversation, 2, 'Late');
  const [response] = (await account.call('GET', '/csat_survey_responses')).body;
  return { account, conversation, response, path: `/csat_survey_responses/${response.id}` };
}

describe('PATCH csat_survey_responses/{id}', () => {
  it('keeps the notes of the team, with who wrote them and when', async () => {
    const { account, response, path } = await given();
    const { id, name } = account.administrator;

    const { status, body } = await account.call('PATCH', path, { csat_review_notes: 'We called back.' });
    const [listed] = (await account.call('GET', '/csat_survey_responses')).body;

    expect(response).toMatchObject({ csat_review_notes: null, review_notes_updated_at: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...response,
      csat_review_notes: 'We called back.',
      review_notes_updated_at: expect.any(Number),
      review_notes_updated_by: { id, name },
    });
    expect(listed).toEqual(body);
  });

  it('removes them, and keeps them when the contact answers again', async () => {
    const { account, conversation, path } = await given();
    await account.call('PATCH', path, { csat_survey_response: { csat_review_notes: 'We called back.' } });

    await rate(test, conversation, 5, 'Now it is here');
    const [again] = (await account.call('GET', '/csat_survey_responses')).body;
    const removed = await account.call('PATCH', path, { csat_review_notes: '' });

    expect(again).toMatchObject({ rating: 5, csat_review_notes: 'We called back.' });
    expect(removed.body.csat_review_notes).toBe(null);
  });

  it('is for administrators of the account, and refuses what is no text', async () => {
    const { account, path } = await given();
    const agent = await givenAgent(test, account);
    const other = await givenAccount(test);
    const notes = { csat_review_notes: 'x' };

    const answers = [
      await account.call('PATCH', path, notes, { token: agent.token }),
      await other.call('PATCH', path, notes),
      await account.call('PATCH', path, {}),
      await account.call('PATCH', path, { csat_review_notes: 'x'.repeat(20_001) }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, 'Access denied'],
      [404, 'Survey response not found'],
      [422, 'Validation failed'],
      [422, 'Validation failed'],
    ]);
  });
});
