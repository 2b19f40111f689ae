import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenTeam(account: TestAccount, team: object = { name: 'sales' }) {
  const { status, body, text } = await account.call('POST', '/teams', { team });
  if (status !== 201) throw new Error(text);
  return body;
}

const teamKey = async (account: TestAccount): Promise<string> =>
  (await account.call('GET', '/cache_keys')).body.cache_keys.team;

describe('POST /teams', () => {
  it('adds a team, its name in lower case', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/teams', {
      team: { name: '  Vertrieb ÄÖÜ ', description: 'Sells', allow_auto_assign: false },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'vertrieb äöü',
      description: 'Sells',
      allow_auto_assign: false,
      account_id: account.id,
      is_member: false,
    });
    expect((await account.call('GET', `/teams/${body.id}`)).body).toEqual(body);
  });

  it('assigns conversations to its members unless given otherwise', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/teams', { name: 'sales' });

    expect([status, body.allow_auto_assign, body.description]).toEqual([201, true, null]);
  });

  it.each([
    ['name', undefined],
    ['name', null],
    ['name', ''],
    ['name', '   '],
    ['name', 7],
    ['name', ['sales']],
    ['name', 'x'.repeat(256)],
    // One letter in lower case is two.
    ['name', 'İ'.repeat(200)],
    ['description', 'x'.repeat(20_001)],
    ['description', {}],
    ['allow_auto_assign', 'perhaps'],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/teams', { name: 'sales', [field]: value });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining(field),
      attributes: [field],
    });
    expect((await account.call('GET', '/teams')).body).toEqual([]);
  });

  it('takes a name once in each account, in any letter case, however many ask at once', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);

    const answers = await Promise.all(
      ['Sales', 'sales', 'SALES', ' sales'].map((name) => account.call('POST', '/teams', { name })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'name has already been taken',
      attributes: ['name'],
    });
    expect((await other.call('POST', '/teams', { name: 'sales' })).status).toBe(201);
  });
});

describe('GET /teams', () => {
  it("lists the account's teams by name, all or by page", async () => {
    const account = await givenAccount(test);
    await givenTeam(await givenAccount(test));
    for (const name of ['b', 'c', 'a']) await givenTeam(account, { name });
    const names = async (query: string) =>
      (await account.call('GET', `/teams${query}`)).body.map(({ name }: { name: string }) => name);

    const lists = [await names(''), await names('?page=1&per_page=2'), await names('?page=2&per_page=2')];

    expect(lists).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']]);
  });

  it('says which teams the caller is a member of', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const team = await givenTeam(account, { name: 'a' });
    await givenTeam(account, { name: 'b' });
    await account.call('POST', `/teams/${team.id}/team_members`, { user_ids: [agent.id] });
    const memberships = async (token: string) =>
      (await account.call('GET', '/teams', undefined, { token })).body.map(
        (row: { is_member: boolean }) => row.is_member,
      );

    expect(await memberships(agent.token)).toEqual([true, false]);
    expect(await memberships(account.administrator.token)).toEqual([false, false]);
  });
});

describe('PATCH /teams/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account, { name: 'sales', description: 'Sells', allow_auto_assign: false });

    const named = await account.call('PATCH', `/teams/${team.id}`, { team: { name: 'Marketing' } });
    const rest = await account.call('PUT', `/teams/${team.id}`, { description: null, allow_auto_assign: true });

    expect(named).toMatchObject({ status: 200, body: { ...team, name: 'marketing' } });
    expect(rest.body).toEqual({ ...team, name: 'marketing', description: null, allow_auto_assign: true });
  });

  it("refuses another team's name, takes its own, and keeps it where a blank one is given", async () => {
    const account = await givenAccount(test);
    await givenTeam(account, { name: 'taken' });
    const team = await givenTeam(account);
    const rename = async (name: unknown) => {
      const { status, body } = await account.call('PATCH', `/teams/${team.id}`, { name });
      return [status, body.message ?? body.name];
    };

    expect(await rename('TAKEN')).toEqual([422, 'name has already been taken']);
    expect(await rename('Sales')).toEqual([200, 'sales']);
    expect(await rename('')).toEqual([200, 'sales']);
  });
});

describe('DELETE /teams/{id}', () => {
  it('deletes the team and leaves its conversations without one', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account);
    const other = await givenTeam(account, { name: 'other' });
    const conversation = await givenConversation(account);
    const elsewhere = await givenConversation(account);
    const give = (id: number, team_id: number) => account.call('POST', `/conversations/${id}/assignments`, { team_id });
    await give(conversation.id, team.id);
    await give(elsewhere.id, other.id);
    const teamOf = async (id: number) => (await account.call('GET', `/conversations/${id}`)).body.meta.team?.id ?? null;

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('DELETE', `/teams/${team.id}`);
    });

    expect(answer).toMatchObject({ status: 200, text: '' });
    expect([await teamOf(conversation.id), await teamOf(elsewhere.id)]).toEqual([null, other.id]);
    expect((await account.call('GET', `/teams/${team.id}`)).body.error).toBe('Team not found');
    expect(events).toEqual([]);
  });
});

describe('the cache key of teams', () => {
  it('changes with every change of a team and of its members', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const keys = [await teamKey(account)];
    const step = async (method: string, path: string, body?: object) => {
      await test.rows().updateTable('accounts').set({ teams_changed_at: null }).where('id', '=', account.id).execute();
      const answer = await account.call(method, path, body);
      keys.push(await teamKey(account));
      return answer.body;
    };

    const { id } = await step('POST', '/teams', { name: 'sales' });
    await step('PATCH', `/teams/${id}`, { name: 'marketing' });
    await step('POST', `/teams/${id}/team_members`, { user_ids: [agent.id] });
    await step('PATCH', `/teams/${id}/team_members`, { user_ids: [] });
    await step('DELETE', `/teams/${id}/team_members`, { user_ids: [agent.id] });
    await step('DELETE', `/teams/${id}`);

    expect(keys[0]).toBe('0000000000');
    expect(keys.slice(1).filter((key) => key === '0000000000')).toEqual([]);
    expect(keys).toHaveLength(7);
  });
});

describe('an agent', () => {
  it('sees the teams but does not change them', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account);
    const agent = await givenAgent(test, account);
    const call = (method: string, path: string, body?: object) =>
      account.call(method, path, body, { token: agent.token });

    const seen = [await call('GET', '/teams'), await call('GET', `/teams/${team.id}`)];
    const refused = [
      await call('POST', '/teams', { name: 'mine' }),
      await call('PATCH', `/teams/${team.id}`, { name: 'mine' }),
      await call('DELETE', `/teams/${team.id}`),
      await call('POST', `/teams/${team.id}/team_members`, { user_ids: [agent.id] }),
    ];

    expect(seen.map(({ body }) => body)).toEqual([[team], team]);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([403, 'Access denied']));
  });
});
