import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const newEmail = () => `${randomUUID()}@example.com`;

function welcomes(account: TestAccount) {
  return test
    .rows()
    .selectFrom('jobs')
    .select('payload')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'welcome')
    .execute();
}

async function listed(account: TestAccount, query = '') {
  return (await account.call('GET', `/agents${query}`)).body as { id: number; name: string; email: string }[];
}

describe('POST /agents with inbox_ids', () => {
  const inboxesOf = async (account: TestAccount, inboxId: number) =>
    ((await account.call('GET', `/inbox_members/${inboxId}`)).body.payload as { id: number }[]).map(({ id }) => id);

  it('makes the agent a member of these inboxes', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const other = await givenInbox(account);

    const { status, body } = await account.call('POST', '/agents', {
      email: newEmail(),
      inbox_ids: [inbox.id, inbox.id],
    });

    expect([status, body.inbox_ids, body.notice]).toEqual([201, [inbox.id], null]);
    expect(await inboxesOf(account, inbox.id)).toContain(body.id);
    expect(await inboxesOf(account, other.id)).not.toContain(body.id);
  });

  it('says when somebody sees no inbox yet', async () => {
    const account = await givenAccount(test);

    const agent = await account.call('POST', '/agents', { email: newEmail() });
    const administrator = await account.call('POST', '/agents', { email: newEmail(), role: 'administrator' });

    expect([agent.body.inbox_ids, administrator.body.notice]).toEqual([[], null]);
    expect(agent.body.notice).toContain('sees no inbox yet');
  });

  it('invites several agents to them', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const { status } = await account.call('POST', '/agents/bulk_create', {
      emails: [newEmail(), newEmail()],
      inbox_ids: [inbox.id],
    });

    expect(status).toBe(200);
    expect(await inboxesOf(account, inbox.id)).toHaveLength(2);
  });

  it('invites nobody to an inbox of another account', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(await givenAccount(test));
    const email = newEmail();

    const one = await account.call('POST', '/agents', { email, inbox_ids: [inbox.id] });
    const several = await account.call('POST', '/agents/bulk_create', { emails: [email], inbox_ids: [inbox.id] });

    expect([one.status, several.status]).toEqual([422, 422]);
    expect(one.text).toContain(`must be inboxes of this account, and has ${inbox.id}`);
    expect((await listed(account)).map((agent) => agent.email)).not.toContain(email);
  });
});

describe('POST /agents', () => {
  it('creates a user as an agent, and queues the welcome mail', async () => {
    const account = await givenAccount(test);
    const email = newEmail();

    const { status, body } = await account.call('POST', '/agents', {
      agent: {
        name: 'Gus',
        email: `  ${email.toUpperCase()} `,
        role: 'administrator',
        availability: 'busy',
        auto_offline: false,
      },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      account_id: account.id,
      name: 'Gus',
      available_name: 'Gus',
      email,
      provider: 'email',
      role: 'administrator',
      confirmed: false,
      availability_status: 'busy',
      auto_offline: false,
      thumbnail: '',
      custom_role_id: null,
      inbox_ids: [],
      notice: null,
    });
    expect((await listed(account)).map(({ id }) => id)).toContain(body.id);
    expect(await welcomes(account)).toEqual([{ payload: { user_id: body.id, inviter_id: account.administrator.id } }]);
    const user = await test.rows().selectFrom('users').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
    expect(user.password_hash).toBeNull();
  });

  it('creates an agent, named after the e-mail address, unless given otherwise', async () => {
    const account = await givenAccount(test);
    const email = newEmail();

    const { body } = await account.call('POST', '/agents', { email });

    expect(body).toMatchObject({ name: email.split('@')[0], role: 'agent', auto_offline: true });
    const member = await test
      .rows()
      .selectFrom('account_users')
      .selectAll()
      .where('user_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(member).toMatchObject({ availability: 'online', inviter_id: account.administrator.id });
  });

  it('adds a user of another account, who may work there at once', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, await givenAccount(test), 'Bea');

    const { status, body } = await account.call('POST', '/agents', { email: agent.email.toUpperCase(), name: 'Other' });

    expect([status, body.id, body.name]).toEqual([201, agent.id, 'Other']);
    expect((await account.call('GET', '/contacts', undefined, { token: agent.token })).status).toBe(200);
    expect(await welcomes(account)).toEqual([]);
  });

  it('refuses an agent of the account, however many ask at once', async () => {
    const account = await givenAccount(test);
    const email = newEmail();

    const answers = await Promise.all(Array.from({ length: 4 }, () => account.call('POST', '/agents', { email })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)!.body).toEqual({
      error: 'Validation failed',
      message: 'email has already been taken by an agent of this account',
      attributes: ['email'],
    });
    expect(await welcomes(account)).toHaveLength(1);
  });

  it.each([
    ['email', undefined],
    ['email', null],
    ['email', ''],
    ['email', 'nobody'],
    ['email', 'a b@example.com'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['email', 7],
    ['name', 'x'.repeat(256)],
    ['name', 7],
    ['role', 'owner'],
    ['role', 1],
    ['availability', 'away'],
    ['auto_offline', 'maybe'],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/agents', { email: newEmail(), [field]: value });

    expect(status).toBe(422);
    expect(body).toMatchObject({
      error: 'Validation failed',
      message: expect.stringContaining(field),
      attributes: [field],
    });
    expect(await listed(account)).toHaveLength(1);
  });

  it('refuses more than the plan allows, however many ask at once', async () => {
    const account = await givenAccount(test);
    await test
      .rows()
      .updateTable('accounts')
      .set({ limits: '{"agents":3}' as never })
      .where('id', '=', account.id)
      .execute();

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => account.call('POST', '/agents', { email: newEmail() })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 402, 402, 402]);
    expect(answers.find(({ status }) => status === 402)!.body).toEqual({
      error: 'Account limit exceeded. Please purchase more licenses',
      message: expect.stringContaining('3 agents'),
    });
    expect(await listed(account)).toHaveLength(3);
  });

  it('refuses more than the installation allows to an account without limits of its own', async () => {
    const limited = await givenApp({ 'limits.agents': '2' });
    try {
      const account = await givenAccount(limited);
      const generous = await givenAccount(limited);
      await limited
        .rows()
        .updateTable('accounts')
        .set({ limits: '{"agents":3}' as never })
        .where('id', '=', generous.id)
        .execute();
      const add = async (to: TestAccount) => (await to.call('POST', '/agents', { email: newEmail() })).status;

      expect([await add(account), await add(account)]).toEqual([201, 402]);
      expect([await add(generous), await add(generous), await add(generous)]).toEqual([201, 201, 402]);
    } finally {
      await limited.stop();
    }
  });
});

describe('POST /agents/bulk_create', () => {
  it('adds every user who is not an agent yet', async () => {
    const account = await givenAccount(test);
    const known = await givenAgent(test, await givenAccount(test), 'Bea');
    const email = newEmail();

    const { status, text } = await account.call('POST', '/agents/bulk_create', {
      emails: [email, account.administrator.email, known.email, ` ${email.toUpperCase()}`],
    });

    expect([status, text]).toEqual([200, '']);
    const agents = await listed(account);
    expect(agents.map((agent) => agent.email).toSorted()).toEqual(
      [account.administrator.email, email, known.email].toSorted(),
    );
    expect(agents.find((agent) => agent.email === email)).toMatchObject({ name: email.split('@')[0], role: 'agent' });
    expect(agents.find(({ id }) => id === account.administrator.id)).toMatchObject({ role: 'administrator' });
    expect(await welcomes(account)).toHaveLength(1);
  });

  it('adds none when the plan does not allow all of them', async () => {
    const account = await givenAccount(test);
    await test
      .rows()
      .updateTable('accounts')
      .set({ limits: '{"agents":3}' as never })
      .where('id', '=', account.id)
      .execute();
    const add = (emails: string[]) => account.call('POST', '/agents/bulk_create', { emails });

    const tooMany = await add([newEmail(), newEmail(), newEmail()]);
    const asMany = await add([newEmail(), newEmail(), account.administrator.email]);

    expect([tooMany.status, tooMany.body.error]).toEqual([
      402,
      'Account limit exceeded. Please purchase more licenses',
    ]);
    expect(asMany.status).toBe(200);
    expect(await listed(account)).toHaveLength(3);
  });

  it.each([
    [undefined],
    [null],
    ['a@example.com'],
    [[]],
    [['nobody']],
    [[null]],
    [[7]],
    [Array(101).fill('a@example.com')],
  ])('refuses %j as emails', async (emails) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/agents/bulk_create', { emails });

    expect([status, body.error]).toEqual([422, 'Validation failed']);
    expect(body.message).toContain('emails');
    expect(await listed(account)).toHaveLength(1);
  });
});

describe('GET /agents', () => {
  it('lists the members of the account by name in any letter case, all or by page', async () => {
    const account = await givenAccount(test);
    await givenAgent(test, await givenAccount(test), 'Aaron');
    for (const name of ['cid', 'Bea', 'abe']) await givenAgent(test, account, name);
    const names = async (query: string) => (await listed(account, query)).map(({ name }) => name);

    expect(await names('')).toEqual(['abe', 'Ada Admin', 'Bea', 'cid']);
    expect(await names('?page=2&per_page=3')).toEqual(['cid']);
  });

  it('shows a member who has not been seen as offline, unless they have turned that off', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account, 'Bea');
    const statusOf = async () =>
      (await listed(account)).map((row) => (row as unknown as { availability_status: string }).availability_status);

    const before = await statusOf();
    await account.call('POST', '/update_active_at', undefined, { token: agent.token });
    const seen = await statusOf();
    await account.call('PATCH', `/agents/${account.administrator.id}`, { auto_offline: false, availability: 'busy' });

    expect([before, seen, await statusOf()]).toEqual([
      ['offline', 'offline'],
      ['offline', 'online'],
      ['busy', 'online'],
    ]);
  });
});

describe('PATCH /agents/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const { body: agent } = await account.call('POST', '/agents', { email: newEmail(), name: 'Gus' });

    const named = await account.call('PATCH', `/agents/${agent.id}`, {
      agent: { name: 'Gustav', email: 'x@example.com' },
    });
    const rest = await account.call('PUT', `/agents/${agent.id}`, {
      role: 'administrator',
      availability: 'busy',
      auto_offline: false,
    });

    const { inbox_ids: _, notice: __, ...shown } = agent;
    expect(named).toMatchObject({ status: 200, body: { ...shown, name: 'Gustav', available_name: 'Gustav' } });
    expect(rest.body).toEqual({
      ...named.body,
      role: 'administrator',
      availability_status: 'busy',
      auto_offline: false,
    });
    expect(await listed(account)).toContainEqual(rest.body);
  });

  it('changes the role in this account alone', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await other.call('POST', '/agents', { email: agent.email });

    await account.call('PATCH', `/agents/${agent.id}`, { role: 'administrator' });

    const rolesOf = async (in_: TestAccount) =>
      (await listed(in_)).filter(({ id }) => id === agent.id).map((row) => (row as unknown as { role: string }).role);
    expect([await rolesOf(account), await rolesOf(other)]).toEqual([['administrator'], ['agent']]);
  });

  it.each([
    ['name', 7],
    ['role', 'owner'],
    ['availability', 'away'],
    ['auto_offline', 2],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('PATCH', `/agents/${agent.id}`, { [field]: value });

    expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', [field]]);
  });

  it('keeps one administrator when two take the role from each other', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await account.call('PATCH', `/agents/${agent.id}`, { role: 'administrator' });
    const ids = [account.administrator.id, agent.id];

    const answers = await Promise.all(ids.map((id) => account.call('PATCH', `/agents/${id}`, { role: 'agent' })));

    const rows = await test
      .rows()
      .selectFrom('account_users')
      .select('role')
      .where('account_id', '=', account.id)
      .execute();
    expect(rows.map(({ role }) => role).toSorted()).toEqual(['administrator', 'agent']);
    // The one who lost the role first may no longer make the request.
    expect(answers.map(({ status }) => status)).toContain(200);
    expect([422, 403]).toContain(answers.map(({ status }) => status).find((status) => status !== 200));
  });

  it('refuses to take the role from the last administrator', async () => {
    const account = await givenAccount(test);
    await givenAgent(test, account);

    const { status, body } = await account.call('PATCH', `/agents/${account.administrator.id}`, { role: 'agent' });
    const same = await account.call('PATCH', `/agents/${account.administrator.id}`, { role: 'administrator' });

    expect(status).toBe(422);
    expect(body).toEqual({
      error: 'Validation failed',
      message: expect.stringContaining('last administrator'),
      attributes: ['role'],
    });
    expect(same.status).toBe(200);
  });
});

describe('an agent', () => {
  it('sees the agents but does not change them', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const call = (method: string, path: string, body?: object) =>
      account.call(method, path, body, { token: agent.token });

    const seen = await call('GET', '/agents');
    const refused = [
      await call('POST', '/agents', { email: newEmail() }),
      await call('POST', '/agents/bulk_create', { emails: [newEmail()] }),
      await call('PATCH', `/agents/${agent.id}`, { role: 'administrator' }),
      await call('DELETE', `/agents/${agent.id}`),
    ];

    expect([seen.status, seen.body.length]).toEqual([200, 2]);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(4).fill([403, 'Access denied']));
  });
});
