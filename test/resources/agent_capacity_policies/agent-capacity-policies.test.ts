import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given } from '../../support/assignment/policies.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/agent_capacity_policies';
const create = (account: TestAccount, more: object = {}) => given(account, PATH, { name: 'New agents', ...more });

describe('POST /agent_capacity_policies', () => {
  it('creates a policy with what is given', async () => {
    const account = await givenAccount(test);
    const rules = { excluded_labels: ['Parked', 'spam', 'parked '], exclude_older_than_hours: 24 };

    const { status, body } = await account.call('POST', PATH, {
      agent_capacity_policy: { name: 'New agents', description: 'Until June', exclusion_rules: rules },
    });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        account_id: account.id,
        name: 'New agents',
        description: 'Until June',
        exclusion_rules: { excluded_labels: ['parked', 'spam'], exclude_older_than_hours: 24 },
        assigned_agent_count: 0,
        inbox_capacity_limits: [],
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    ]);
    expect((await account.call('GET', `${PATH}/${body.id}`)).body).toEqual(body);
    expect((await account.call('GET', PATH)).body).toEqual([body]);
  });

  it('excludes nothing unless given otherwise', async () => {
    const { description, exclusion_rules: rules } = await create(await givenAccount(test));

    expect([description, rules]).toEqual([null, { excluded_labels: [], exclude_older_than_hours: null }]);
  });

  it.each([
    ['name', ''],
    ['description', ['x']],
    ['exclusion_rules', 'spam'],
    ['exclusion_rules', { excluded_labels: 'spam' }],
    ['exclusion_rules', { excluded_labels: [''] }],
    ['exclusion_rules', { excluded_labels: Array.from({ length: 101 }, (_, index) => `l${index}`) }],
    ['exclusion_rules', { exclude_older_than_hours: 0 }],
    ['exclusion_rules', { exclude_older_than_hours: 100_000 }],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', PATH, { name: 'New agents', [field]: value });

    expect([status, body.message]).toEqual([422, expect.stringContaining(field)]);
    expect((await account.call('GET', PATH)).body).toEqual([]);
  });

  it('takes a name once in each account', async () => {
    const account = await givenAccount(test);
    await create(account);

    const { status, body } = await account.call('POST', PATH, { name: 'New agents' });

    expect([status, body.message]).toEqual([422, 'name has already been taken']);
  });
});

describe('PATCH and DELETE /agent_capacity_policies/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const policy = await create(account, {
      exclusion_rules: { excluded_labels: ['spam'], exclude_older_than_hours: 24 },
    });

    const { status, body } = await account.call('PATCH', `${PATH}/${policy.id}`, {
      name: 'All',
      exclusion_rules: { exclude_older_than_hours: null },
    });

    expect([status, body]).toEqual([
      200,
      {
        ...policy,
        name: 'All',
        exclusion_rules: { excluded_labels: ['spam'], exclude_older_than_hours: null },
        updated_at: expect.any(Number),
      },
    ]);
  });

  it('deletes it with its limits, and leaves its agents', async () => {
    const account = await givenAccount(test);
    const [inbox, agent, policy] = [await givenInbox(account), await givenAgent(test, account), await create(account)];
    await given(account, `${PATH}/${policy.id}/users`, { user_id: agent.id });
    await given(account, `${PATH}/${policy.id}/inbox_limits`, { inbox_id: inbox.id, conversation_limit: 1 });

    const { status } = await account.call('DELETE', `${PATH}/${policy.id}`);

    const limits = await test
      .rows()
      .selectFrom('inbox_capacity_limits')
      .select('id')
      .where('inbox_id', '=', inbox.id)
      .execute();
    expect([status, limits]).toEqual([200, []]);
    expect((await account.call('GET', '/agents')).body.map(({ id }: { id: number }) => id)).toContain(agent.id);
  });
});

describe('/agent_capacity_policies/{id}/users', () => {
  it('gives agents the policy in place of another, lists them, and takes it away', async () => {
    const account = await givenAccount(test);
    const [ann, ben] = [await givenAgent(test, account, 'Ann'), await givenAgent(test, account, 'Ben')];
    const [one, other] = [await create(account), await create(account, { name: 'All' })];
    const path = `${PATH}/${one.id}/users`;
    const listed = async () => (await account.call('GET', path)).body.map(({ name }: { name: string }) => name);

    const added = await account.call('POST', path, { user_id: ben.id });
    await account.call('POST', path, { user_id: ann.id });
    const both = await listed();
    const count = (await account.call('GET', `${PATH}/${one.id}`)).body.assigned_agent_count;
    await account.call('POST', `${PATH}/${other.id}/users`, { user_id: ann.id });
    const moved = await listed();
    const removed = await account.call('DELETE', `${path}/${ben.id}`);
    const again = await account.call('DELETE', `${path}/${ben.id}`);

    expect(added).toMatchObject({ status: 201, body: { id: ben.id, name: 'Ben', role: 'agent' } });
    expect([both, count, moved]).toEqual([['Ann', 'Ben'], 2, ['Ben']]);
    expect([removed.status, again.body.error, await listed()]).toEqual([200, 'Agent not found', []]);
  });

  it("is not given to another account's users", async () => {
    const account = await givenAccount(test);
    const policy = await create(account);
    const other = await givenAgent(test, await givenAccount(test));
    const refused = await account.call('POST', `${PATH}/${policy.id}/users`, { user_id: other.id });
    await given(account, `${PATH}/${policy.id}/users`, { user_id: account.administrator.id });

    const rows = await test
      .rows()
      .selectFrom('account_users')
      .select('agent_capacity_policy_id as id')
      .where('account_id', '=', account.id)
      .execute();
    expect([refused.status, refused.body.error, rows]).toEqual([404, 'Agent not found', [{ id: policy.id }]]);
  });
});

describe('/agent_capacity_policies/{id}/inbox_limits', () => {
  it('limits an inbox once, changes the limit, and removes it', async () => {
    const account = await givenAccount(test);
    const [inbox, policy] = [await givenInbox(account), await create(account)];
    const path = `${PATH}/${policy.id}/inbox_limits`;
    const listed = async () => (await account.call('GET', `${PATH}/${policy.id}`)).body.inbox_capacity_limits;

    const created = await account.call('POST', path, { inbox_id: inbox.id, conversation_limit: 15 });
    const second = await account.call('POST', path, { inbox_id: inbox.id, conversation_limit: 3 });
    const changed = await account.call('PUT', `${path}/${created.body.id}`, { conversation_limit: 0 });
    const shown = await listed();
    const removed = await account.call('DELETE', `${path}/${created.body.id}`);

    const limit = {
      id: expect.any(Number),
      inbox_id: inbox.id,
      conversation_limit: 15,
      agent_capacity_policy_id: policy.id,
    };
    expect([created.status, created.body]).toEqual([201, limit]);
    expect([second.status, second.body.attributes]).toEqual([422, ['inbox_id']]);
    expect([changed.body.conversation_limit, shown]).toEqual([0, [{ ...limit, conversation_limit: 0 }]]);
    expect([removed.status, await listed()]).toEqual([200, []]);
  });

  it.each([[{}], [{ conversation_limit: -1 }], [{ conversation_limit: 'many' }], [{ conversation_limit: null }]])(
    'refuses %j',
    async (body) => {
      const account = await givenAccount(test);
      const [inbox, policy] = [await givenInbox(account), await create(account)];

      const answer = await account.call('POST', `${PATH}/${policy.id}/inbox_limits`, { inbox_id: inbox.id, ...body });

      expect([answer.status, answer.body.attributes]).toEqual([422, ['conversation_limit']]);
    },
  );

  it("does not limit another account's inbox", async () => {
    const account = await givenAccount(test);
    const policy = await create(account);
    const inbox = await givenInbox(await givenAccount(test));

    const { status, body } = await account.call('POST', `${PATH}/${policy.id}/inbox_limits`, {
      inbox_id: inbox.id,
      conversation_limit: 1,
    });

    expect([status, body.error]).toEqual([404, 'Inbox not found']);
  });
});
