import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenConversation,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { activitiesOf, pathOf, shown } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** A conversation that nobody has, and an agent. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const agent = await givenAgent(test, account);
  const assign = (body: object, token?: string) =>
    account.call('POST', pathOf(conversation, '/assignments'), body, token === undefined ? {} : { token });
  return { account, conversation, agent, assign };
}

const countsOf = async (account: TestAccount) => (await account.call('GET', '/conversations/meta')).body.meta;

describe('POST /conversations/{id}/assignments with assignee_id', () => {
  it('gives the conversation to an agent, and answers the agent', async () => {
    const { account, conversation, agent, assign } = await given();

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await assign({ assignee_id: agent.id });
    });

    expect(answer).toMatchObject({
      status: 200,
      body: { id: agent.id, name: 'Gus Agent', email: agent.email, role: 'agent', account_id: account.id },
    });
    const after = await shown(account, conversation);
    expect([after.assignee.id, after.meta.assignee.id, after.meta.assignee_type]).toEqual([agent.id, agent.id, 'User']);
    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ assignee_id: [null, agent.id] });
    expect(events[0]!.payload.conversation).toMatchObject({
      assignee: { id: agent.id },
      meta: { assignee: { id: agent.id, type: 'user' }, assignee_type: 'User', team: null },
    });
    expect(await activitiesOf(account, conversation)).toEqual(['Ada Admin assigned this conversation to Gus Agent']);
    expect(await countsOf(account)).toMatchObject({ assigned_count: 1, unassigned_count: 0 });
  });

  it('says so when a user takes it', async () => {
    const { account, conversation, agent, assign } = await given();

    await assign({ assignee_id: agent.id }, agent.token);

    expect(await activitiesOf(account, conversation)).toEqual(['Gus Agent took this conversation']);
  });

  it.each([null, 0, ''])('unassigns it with %p', async (nobody) => {
    const { account, conversation, agent, assign } = await given();
    await assign({ assignee_id: agent.id });

    const { status, body, text } = await assign({ assignee_id: nobody === '' ? '0' : nobody });

    expect([status, body, text]).toEqual([200, null, 'null']);
    expect(await shown(account, conversation)).toMatchObject({
      assignee: null,
      meta: { assignee: null, assignee_type: null },
    });
    expect((await activitiesOf(account, conversation)).at(-1)).toBe('Ada Admin unassigned this conversation');
    expect(await countsOf(account)).toMatchObject({ assigned_count: 0, unassigned_count: 1 });
  });

  it('changes nothing when the agent has it already', async () => {
    const { account, agent, assign } = await given();
    await assign({ assignee_id: agent.id });

    const events = await eventsDuring(test, account, () => assign({ assignee_id: agent.id }));

    expect(events).toEqual([]);
  });

  it('wins over team_id', async () => {
    const { account, conversation, agent, assign } = await given();
    const team = await givenTeam(account);

    const { body } = await assign({ assignee_id: agent.id, team_id: team.id });

    expect(body.id).toBe(agent.id);
    expect((await shown(account, conversation)).meta.team).toBeNull();
  });

  it('needs no membership of the inbox', async () => {
    const { account, assign } = await given();
    const outsider = await givenAgent(test, account, 'Olga', { inboxes: [] });

    const { status, body } = await assign({ assignee_id: outsider.id });

    expect([status, body.id]).toEqual([200, outsider.id]);
  });

  it('refuses a user who does not work in the account', async () => {
    const { account, conversation, assign } = await given();
    const outsider = await givenAgent(test, await givenAccount(test));

    const answers = [await assign({ assignee_id: outsider.id }), await assign({ assignee_id: 999_999 })];

    for (const { status, body } of answers) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['assignee_id']]);
    }
    expect((await shown(account, conversation)).assignee).toBeNull();
  });

  it.each([
    [{}],
    [{ assignee_id: 'Gus' }],
    [{ assignee_id: -1 }],
    [{ team_id: {} }],
    [{ assignee_id: 1, assignee_type: 'Robot' }],
  ])('refuses %j', async (body) => {
    const { assign } = await given();

    const answer = await assign(body);

    expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
  });
});

describe('POST /conversations/{id}/assignments with a bot', () => {
  it('gives the conversation to the bot instead of a person', async () => {
    const { account, conversation, agent, assign } = await given();
    const bot = await givenBot(test, account);
    await assign({ assignee_id: agent.id });

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await assign({ assignee_id: bot.id, assignee_type: 'AgentBot' });
    });

    expect(answer).toMatchObject({ status: 200, body: { id: bot.id, name: 'Bo Bot', bot_type: 'webhook' } });
    expect(await shown(account, conversation)).toMatchObject({
      assignee: null,
      meta: { assignee: { id: bot.id, name: 'Bo Bot' }, assignee_type: 'AgentBot' },
    });
    expect(changesOf(events[0]!)).toEqual({ assignee_id: [agent.id, null], assignee_agent_bot_id: [null, bot.id] });
    expect(events[0]!.payload.meta).toMatchObject({
      assignee: { id: bot.id, type: 'agent_bot' },
      assignee_type: 'AgentBot',
    });
    expect((await activitiesOf(account, conversation)).at(-1)).toBe('Ada Admin assigned this conversation to Bo Bot');
  });

  it('is shown in lists', async () => {
    const { account, assign } = await given();
    const bot = await givenBot(test, account);
    await assign({ assignee_id: bot.id, assignee_type: 'AgentBot' });

    const { body } = await account.call('GET', '/conversations');

    expect(body.data.payload[0].meta).toMatchObject({ assignee: { id: bot.id }, assignee_type: 'AgentBot' });
  });

  it('is undone by assigning a person, or by unassigning', async () => {
    const { account, conversation, agent, assign } = await given();
    const bot = await givenBot(test, account);
    await assign({ assignee_id: bot.id, assignee_type: 'AgentBot' });
    await assign({ assignee_id: agent.id });
    const person = await shown(account, conversation);
    await assign({ assignee_id: bot.id, assignee_type: 'AgentBot' });

    const { body } = await assign({ assignee_id: null, assignee_type: 'AgentBot' });

    expect([person.meta.assignee_type, person.assignee.id]).toEqual(['User', agent.id]);
    expect([body, (await shown(account, conversation)).meta.assignee_type]).toEqual([null, null]);
  });

  it('does not find a bot of others, but one of the installation', async () => {
    const { assign } = await given();
    const other = await givenAccount(test);
    const [theirs, everybodys] = [await givenBot(test, other), await givenBot(test, other)];
    await test.rows().updateTable('agent_bots').set({ account_id: null }).where('id', '=', everybodys.id).execute();

    const refused = await assign({ assignee_id: theirs.id, assignee_type: 'AgentBot' });
    const taken = await assign({ assignee_id: everybodys.id, assignee_type: 'AgentBot' });

    expect([refused.status, refused.body.error]).toEqual([404, 'Agent bot not found']);
    expect(taken).toMatchObject({ status: 200, body: { id: everybodys.id } });
    expect('outgoing_url' in taken.body).toBe(false);
  });
});

describe('POST /conversations/{id}/assignments with team_id', () => {
  it('gives the conversation to the team, and answers the team', async () => {
    const { account, conversation, assign } = await given();
    const team = await givenTeam(account, [], { name: 'Sales', description: 'They sell.' });

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await assign({ team_id: team.id });
    });

    const shownTeam = { id: team.id, name: 'sales', description: 'They sell.', allow_auto_assign: true };
    expect(answer).toMatchObject({
      status: 200,
      body: { ...shownTeam, account_id: account.id, created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    const after = await shown(account, conversation);
    expect(after.meta.team).toEqual({ ...shownTeam, account_id: account.id, is_member: false });
    expect(changesOf(events[0]!)).toEqual({ team_id: [null, team.id] });
    expect(events[0]!.payload.conversation.meta.team).toEqual({ id: team.id, name: 'sales' });
    expect(await activitiesOf(account, conversation)).toEqual([
      'Ada Admin assigned this conversation to the team sales',
    ]);
  });

  it('says whether the caller is a member of the team', async () => {
    const { account, conversation, agent, assign } = await given();
    const team = await givenTeam(account, [agent]);
    await assign({ team_id: team.id });

    const { body } = await account.call('GET', pathOf(conversation), undefined, { token: agent.token });

    expect(body.meta.team.is_member).toBe(true);
  });

  it('keeps an assignee who is a member of the team, and removes any other', async () => {
    const { account, conversation, agent, assign } = await given();
    const [with_, without] = [await givenTeam(account, [agent]), await givenTeam(account)];
    await assign({ assignee_id: agent.id });

    await assign({ team_id: with_.id });
    const kept = await shown(account, conversation);
    const events = await eventsDuring(test, account, () => assign({ team_id: without.id }));

    expect(kept.assignee.id).toBe(agent.id);
    expect((await shown(account, conversation)).assignee).toBeNull();
    expect(changesOf(events[0]!)).toEqual({ assignee_id: [agent.id, null], team_id: [with_.id, without.id] });
  });

  it.each([null, 0])('removes the team with %p, and keeps the assignee', async (none) => {
    const { account, conversation, agent, assign } = await given();
    const team = await givenTeam(account, [agent], { name: 'Sales' });
    await assign({ assignee_id: agent.id });
    await assign({ team_id: team.id });

    const { status, body } = await assign({ team_id: none });

    expect([status, body]).toEqual([200, null]);
    const after = await shown(account, conversation);
    expect([after.meta.team, after.assignee.id]).toEqual([null, agent.id]);
    expect((await activitiesOf(account, conversation)).at(-1)).toBe(
      'Ada Admin removed this conversation from the team sales',
    );
  });

  it('does not find a team that the account does not have', async () => {
    const { assign } = await given();
    const theirs = await givenTeam(await givenAccount(test));

    const answers = [await assign({ team_id: theirs.id }), await assign({ team_id: 999_999 })];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([404, 'Team not found']));
  });

  it('is removed from the conversation when the team is deleted', async () => {
    const { account, conversation, assign } = await given();
    const team = await givenTeam(account);
    await assign({ team_id: team.id });

    await account.call('DELETE', `/teams/${team.id}`);

    expect((await shown(account, conversation)).meta.team).toBeNull();
  });
});

describe('assignments', () => {
  it('may be made by bots, in a conversation that exists', async () => {
    const { account, agent, assign } = await given();
    const bot = await givenBot(test, account);

    const byBot = await assign({ assignee_id: agent.id }, bot.token);
    const absent = await account.call('POST', '/conversations/99/assignments', { assignee_id: agent.id });

    expect([byBot.status, byBot.body.id]).toEqual([200, agent.id]);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});

describe('POST /conversations with team_id', () => {
  it('gives the conversation to the team from the start', async () => {
    const { account, agent } = await given();
    const team = await givenTeam(account, [agent]);

    const events = await eventsDuring(test, account, () => givenConversation(account, { team_id: team.id }));

    const created = events.find(({ type }) => type === 'conversation_created');
    expect(created!.payload.meta.team).toEqual({ id: team.id, name: team.name });
  });

  it('does not find a team that the account does not have', async () => {
    const { account, conversation } = await given();
    const { body } = await account.call('GET', pathOf(conversation));

    const { status, body: refused } = await account.call('POST', '/conversations', {
      inbox_id: body.inbox_id,
      contact_id: body.contact.id,
      team_id: 999_999,
    });

    expect([status, refused.error]).toEqual([404, 'Team not found']);
  });
});
