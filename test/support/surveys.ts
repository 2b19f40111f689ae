import type { Answer, TestApp } from './app.ts';
import type { TestAccount } from './factories.ts';
import { givenConversationWith, givenConversationIn } from './automatic-messages.ts';
import { toggle } from './conversation-calls.ts';

/** A new account with an inbox that asks for ratings and has these settings, and a resolved conversation in it. */
export async function givenSurvey(test: TestApp, settings: object = {}) {
  const { account, inbox, conversation } = await givenConversationWith(test, {
    csat_survey_enabled: true,
    ...settings,
  });
  await toggle(account, conversation, 'resolved');
  return { account, inbox, conversation };
}

/** One more resolved conversation in the inbox, with a new contact as `givenConversationIn` makes it. */
export async function givenSurveyIn(account: TestAccount, inbox: { id: number }, contact?: object) {
  const conversation = await givenConversationIn(account, inbox, contact);
  await toggle(account, conversation, 'resolved');
  return conversation;
}

/** The contact rates the conversation, as Chatwoot's apps do. */
export function rate(test: TestApp, { uuid }: { uuid: string }, rating: unknown, feedback?: unknown): Promise<Answer> {
  const answer = { rating, ...(feedback !== undefined && { feedback_message: feedback }) };
  const body = { message: { submitted_values: { csat_survey_response: answer } } };
  return test.request('PUT', `/public/api/v1/csat_survey/${uuid}`, { body });
}
