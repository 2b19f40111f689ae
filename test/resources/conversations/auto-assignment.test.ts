import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endSnoozes } from '../../../src/jobs/end-snoozes.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenAgentOnline,
  givenBot,
  givenContact,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { activitiesOf, ask, inAnHour, pathOf, shown, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const LONG_AGO = new Date(Date.now() - 600_000);

/** An inbox, and a request that creates conversations in it. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const create = async (more: object = {}) => {
    const answer = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
      ...more,
    });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const online = (name: string) => givenAgentOnline(test, account, name);
  return { account, inbox, contact, create, online };
}

/** Sets until when the agent was online; null = they have never been. */
async function endPresence({ id }: { id: number }, until: Date | null): Promise<void> {
  const rows = test.rows();
  if (until === null) await rows.deleteFrom('presences').where('user_id', '=', id).execute();
  else await rows.updateTable('presences').set({ online_until: until }).where('user_id', '=', id).execute();
}

/** Snoozes a conversation, whose snooze is over then. */
async function snoozeUntilNow(account: TestAccount, conversation: { id: number }): Promise<void> {
  await toggle(account, conversation, 'snoozed', { snoozed_until: inAnHour() });
  await test
    .rows()
    .updateTable('conversations')
    .set({ snoozed_until: new Date() })
    .where('account_id', '=', account.id)
    .where('display_id', '=', conversation.id)
    .execute();
}

const assigneeOf = (conversation: { assignee: { name: string } | null }) => conversation.assignee?.name ?? null;

describe('a new open conversation', () => {
  it('goes to a member of the inbox who is online', async () => {
    const { account, create, online } = await given();
    const agent = await online('Ann');

    let conversation;
    const events = await eventsDuring(test, account, async () => {
      conversation = await create();
    });

    expect(conversation).toMatchObject({ assignee: { id: agent.id }, meta: { assignee_type: 'User' } });
    expect(typesOf(events)).toEqual(['conversation_created', 'conversation_updated']);
    expect(changesOf(events[1]!)).toEqual({ assignee_id: [null, agent.id] });
    expect(await activitiesOf(account, { id: 1 })).toEqual(['Auto assignment gave this conversation to Ann']);
    expect((await account.call('GET', '/conversations/meta')).body.meta).toMatchObject({
      assigned_count: 1,
      unassigned_count: 0,
    });
    const followers = await account.call('GET', '/conversations/1/participants');
    expect(followers.body.map(({ id }: { id: number }) => id)).toEqual([agent.id]);
  });

  it('goes to each of them in turn', async () => {
    const { create, online } = await given();
    for (const name of ['Ann', 'Ben', 'Cid']) await online(name);

    const assignees = [];
    for (let count = 0; count < 7; count++) assignees.push(assigneeOf(await create()));

    expect(assignees).toEqual(['Ann', 'Ben', 'Cid', 'Ann', 'Ben', 'Cid', 'Ann']);
  });

  it('goes to each of them equally often when many are created at once', async () => {
    const { create, online } = await given();
    for (const name of ['Ann', 'Ben', 'Cid', 'Dan']) await online(name);

    const conversations = await Promise.all(Array.from({ length: 20 }, () => create()));

    const counts = Map.groupBy(conversations.map(assigneeOf), (name) => name);
    expect(Object.fromEntries([...counts].map(([name, all]) => [name, all.length]))).toEqual({
      Ann: 5,
      Ben: 5,
      Cid: 5,
      Dan: 5,
    });
  });

  it('goes to an agent who stays while others leave the inbox and the account', async () => {
    const { account, inbox, create, online } = await given();
    const [ann, ben, cid] = [await online('Ann'), await online('Ben'), await online('Cid')];
    await create({ assignee_id: ben.id });

    const [left, removed, given_, ...conversations] = await Promise.all([
      account.call('DELETE', '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id] }),
      account.call('DELETE', `/agents/${ben.id}`),
      account.call('POST', pathOf({ id: 1 }, '/assignments'), { assignee_id: ben.id }),
      ...Array.from({ length: 8 }, () => create()),
    ]);

    expect([left.status, removed.status]).toEqual([200, 200]);
    expect([200, 422]).toContain(given_.status);
    expect(conversations.map(({ assignee }) => assignee)).not.toContain(null);
    expect(assigneeOf(await create())).toBe(cid.name);
  });

  it.each<[string, { until?: Date | null; availability?: 'online' | 'busy' | 'offline' }]>([
    ['was online too long ago', { until: LONG_AGO }],
    ['was never online', { until: null }],
    ['is busy', { availability: 'busy' }],
    ['wants to be offline', { availability: 'offline' }],
  ])('stays unassigned when the only member %s', async (_, { until, availability = 'online' }) => {
    const { create, online } = await given();
    const agent = await online('Ann');
    await test.rows().updateTable('account_users').set({ availability }).where('user_id', '=', agent.id).execute();
    if (until !== undefined) await endPresence(agent, until);

    expect(assigneeOf(await create())).toBeNull();
  });

  it('goes to a member who does not go offline automatically, whenever they were seen', async () => {
    const { create, online } = await given();
    const agent = await online('Ann');
    await test
      .rows()
      .updateTable('account_users')
      .set({ auto_offline: false })
      .where('user_id', '=', agent.id)
      .execute();
    await endPresence(agent, LONG_AGO);

    expect(assigneeOf(await create())).toBe('Ann');
  });

  it('does not go to users who are not members of the inbox, not even administrators', async () => {
    const { account, create } = await given();
    await givenAgentOnline(test, account, 'Olga', { inboxes: [] });
    await account.call('POST', '/update_active_at');

    expect(assigneeOf(await create())).toBeNull();
  });

  it.each(['pending', 'resolved'])('stays unassigned as %s', async (status) => {
    const { create, online } = await given();
    await online('Ann');

    expect(assigneeOf(await create({ status }))).toBeNull();
  });

  it('stays unassigned in an inbox without automatic assignment', async () => {
    const { account, inbox, create, online } = await given();
    await online('Ann');
    await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_auto_assignment: false });

    expect(assigneeOf(await create())).toBeNull();
  });

  it('stays with the member it was given to', async () => {
    const { account, create, online } = await given();
    await online('Ann');
    const ben = await givenAgent(test, account, 'Ben');

    expect(assigneeOf(await create({ assignee_id: ben.id }))).toBe('Ben');
  });

  it('is taken from an assignee who does not work in the inbox', async () => {
    const { account, create, online } = await given();
    await online('Ann');
    const olga = await givenAgent(test, account, 'Olga', { inboxes: [] });

    expect(assigneeOf(await create({ assignee_id: olga.id }))).toBe('Ann');
  });

  it('does not go to a member who has as many as the inbox allows', async () => {
    const { account, inbox, create, online } = await given();
    for (const name of ['Ann', 'Ben']) await online(name);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { auto_assignment_config: { max_assignment_limit: 2 } });

    const assignees = [];
    for (let count = 0; count < 5; count++) assignees.push(assigneeOf(await create()));
    await toggle(account, { id: 2 }, 'resolved');

    expect(assignees).toEqual(['Ann', 'Ben', 'Ann', 'Ben', null]);
    expect(assigneeOf(await create())).toBe('Ben');
  });
});

describe('a conversation that becomes open', () => {
  it('is given to a member who is online when an administrator opens it', async () => {
    const { account, create, online } = await given();
    const conversation = await create({ status: 'resolved' });
    await online('Ann');

    const events = await eventsDuring(test, account, () => toggle(account, conversation, 'open'));

    expect(assigneeOf(await shown(account, conversation))).toBe('Ann');
    expect(typesOf(events)).toEqual(['conversation_status_changed', 'conversation_updated', 'conversation_updated']);
  });

  it('is given to the agent who opens it, no matter who else is online', async () => {
    const { account, create, online } = await given();
    const conversation = await create({ status: 'resolved' });
    await online('Ann');
    const ben = await givenAgent(test, account, 'Ben');

    await toggle(account, conversation, 'open', {}, ben.token);

    expect(assigneeOf(await shown(account, conversation))).toBe('Ben');
    expect(await activitiesOf(account, conversation)).not.toContain('Auto assignment gave this conversation to Ann');
  });

  it('is given to a member who is online, and taken from its bot, when the bot opens it', async () => {
    const { account, inbox, create, online } = await given();
    const bot = await givenBot(test, account, inbox.id);
    const conversation = await create();
    await account.call('POST', pathOf(conversation, '/assignments'), {
      assignee_id: bot.id,
      assignee_type: 'AgentBot',
    });
    await online('Ann');

    await toggle(account, conversation, 'open', {}, bot.token);

    expect(await shown(account, conversation)).toMatchObject({
      status: 'open',
      assignee: { name: 'Ann' },
      meta: { assignee_type: 'User' },
    });
  });

  it('stays with its bot when its snooze ends', async () => {
    const { account, create, online } = await given();
    const bot = await givenBot(test, account);
    const conversation = await create();
    await account.call('POST', pathOf(conversation, '/assignments'), {
      assignee_id: bot.id,
      assignee_type: 'AgentBot',
    });
    await snoozeUntilNow(account, conversation);
    await online('Ann');

    await endSnoozes(test.app, new Date());

    expect(await shown(account, conversation)).toMatchObject({ status: 'open', meta: { assignee_type: 'AgentBot' } });
  });

  it('is given to a member when its snooze ends and nobody has it', async () => {
    const { account, create, online } = await given();
    const conversation = await create();
    await snoozeUntilNow(account, conversation);
    await online('Ann');

    await endSnoozes(test.app, new Date());

    expect(await shown(account, conversation)).toMatchObject({ status: 'open', assignee: { name: 'Ann' } });
  });

  it.each(['resolved', 'snoozed'])('is given to a member when it is %s and the contact writes', async (status) => {
    const { account, create, online } = await given();
    const conversation = await create();
    await toggle(account, conversation, status, { snoozed_until: inAnHour() });
    await online('Ann');

    await ask(account, conversation);

    expect(await shown(account, conversation)).toMatchObject({ status: 'open', assignee: { name: 'Ann' } });
  });

  it('is not given away again while it stays open', async () => {
    const { account, create, online } = await given();
    const conversation = await create();
    await online('Ann');

    await ask(account, conversation);

    expect(assigneeOf(await shown(account, conversation))).toBeNull();
  });
});

describe('a conversation of a team', () => {
  it('goes to members of both the team and the inbox, in turn', async () => {
    const { account, create, online } = await given();
    await online('Ann');
    const [ben, cid] = [await online('Ben'), await online('Cid')];
    const olga = await givenAgentOnline(test, account, 'Olga', { inboxes: [] });
    const team = await givenTeam(account, [ben, cid, olga]);

    const assignees = [];
    for (let count = 0; count < 3; count++) assignees.push(assigneeOf(await create({ team_id: team.id })));

    expect(assignees).toEqual(['Ben', 'Cid', 'Ben']);
  });

  it('goes to one of them when the team gets it, with one activity and one event', async () => {
    const { account, inbox, create, online } = await given();
    await account.call('PATCH', `/inboxes/${inbox.id}`, { enable_auto_assignment: false });
    const ann = await online('Ann');
    const conversation = await create({ status: 'pending' });
    const team = await givenTeam(account, [ann], { name: 'Sales' });

    const events = await eventsDuring(test, account, () =>
      account.call('POST', pathOf(conversation, '/assignments'), { team_id: team.id }),
    );

    expect(assigneeOf(await shown(account, conversation))).toBe('Ann');
    expect(events.map(changesOf)).toEqual([{ assignee_id: [null, ann.id], team_id: [null, team.id] }]);
    expect(await activitiesOf(account, conversation)).toEqual([
      'Ada Admin assigned this conversation to Ann of the team sales',
    ]);
  });

  it('stays unassigned in a team without automatic assignment', async () => {
    const { account, create, online } = await given();
    const ann = await online('Ann');
    const team = await givenTeam(account, [ann], { allow_auto_assign: false });

    const created = await create({ team_id: team.id });
    await toggle(account, created, 'resolved');
    await toggle(account, created, 'open');

    expect(assigneeOf(created)).toBeNull();
    expect(assigneeOf(await shown(account, created))).toBeNull();
  });
});
