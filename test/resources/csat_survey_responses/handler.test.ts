import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenConversationIn } from '../../support/automatic-messages.ts';
import { ask, pathOf, reply, toggle } from '../../support/conversation-calls.ts';
import { givenAgent } from '../../support/factories.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';
import { givenRule, settled } from '../automation_rules/given-rule.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('a rating', () => {
  it('names who handled the conversation, also where it was unassigned on resolving', async () => {
    const { account, inbox } = await givenSurvey(test);
    const [ann, gus] = [await givenAgent(test, account, 'Ann'), await givenAgent(test, account, 'Gus')];
    const [resolved, answered, untouched] = [
      await givenConversationIn(account, inbox),
      await givenConversationIn(account, inbox),
      await givenConversationIn(account, inbox),
    ];
    const assign = (conversation: { id: number }, id: number) =>
      account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: id });
    await givenRule(account, 'conversation_resolved', [], ['remove_assigned_agent']);
    await assign(resolved, ann.id);
    await ask(account, answered);
    await assign(answered, ann.id);
    await reply(account, answered, {}, gus.token);
    await assign(answered, 0);
    for (const conversation of [resolved, answered, untouched]) await toggle(account, conversation, 'resolved');
    await settled(test, account);

    for (const conversation of [resolved, answered, untouched]) await rate(test, conversation, 4);

    const { body } = await account.call('GET', '/csat_survey_responses');
    const names = body.map(({ assigned_agent: agent }: { assigned_agent?: { name: string } }) => agent?.name ?? null);
    expect(names.toReversed()).toEqual(['Ann', 'Gus', null]);
    const { body: metrics } = await account.call('GET', `/csat_survey_responses/metrics?user_ids[]=${ann.id}`);
    expect(metrics).toMatchObject({ total_count: 1, total_sent_messages_count: 1 });
  });
});
