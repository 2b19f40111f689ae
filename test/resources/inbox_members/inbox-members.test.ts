import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const outsider = (account: TestAccount, name: string) => givenAgent(test, account, name, { inboxes: [] });
const namesIn = (body: { payload: { name: string }[] }) => body.payload.map(({ name }) => name);
const members = async (account: TestAccount, inbox: { id: number }) =>
  namesIn((await account.call('GET', `/inbox_members/${inbox.id}`)).body);

async function givenTeam() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const [ann, bob, cem] = [
    await outsider(account, 'Ann'),
    await outsider(account, 'bob'),
    await outsider(account, 'Cem'),
  ];
  return { account, inbox, ann, bob, cem };
}

describe('POST /inbox_members', () => {
  it('adds users, and shows all members by name', async () => {
    const { account, inbox, ann, bob, cem } = await givenTeam();

    const first = await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [cem.id] });
    const second = await account.call('POST', '/inbox_members', {
      inbox_id: inbox.id,
      user_ids: [bob.id, ann.id, bob.id, cem.id],
    });

    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      payload: [
        {
          id: cem.id,
          account_id: account.id,
          name: 'Cem',
          available_name: 'Cem',
          email: cem.email,
          provider: 'email',
          role: 'agent',
          confirmed: true,
          availability_status: expect.any(String),
          auto_offline: true,
          thumbnail: '',
          custom_role_id: null,
        },
      ],
    });
    expect(namesIn(second.body)).toEqual(['Ann', 'bob', 'Cem']);
    expect(await members(account, inbox)).toEqual(['Ann', 'bob', 'Cem']);
  });

  it('lets an agent see the inbox from then on', async () => {
    const { account, inbox, ann } = await givenTeam();
    const before = await account.call('GET', '/inboxes', undefined, { token: ann.token });

    await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id] });

    const after = await account.call('GET', '/inboxes', undefined, { token: ann.token });
    expect([before, after].map(({ body }) => body.payload.length)).toEqual([0, 1]);
  });

  it('refuses users of other accounts, naming them, and adds none then', async () => {
    const { account, inbox, ann } = await givenTeam();
    const otto = await outsider(await givenAccount(test), 'Otto');

    const answers = await Promise.all(
      ['POST', 'PATCH'].map((method) =>
        account.call(method, '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id, otto.id, 99_999_999] }),
      ),
    );

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed', attributes: ['user_ids'] } });
      expect(answer.body.message).toBe(`user_ids must be users of this account, and has ${otto.id}, 99999999`);
    }
    expect(await members(account, inbox)).toEqual([]);
  });

  it.each([
    ['user_ids', { user_ids: undefined }, "can't be blank"],
    ['user_ids', { user_ids: 'Ann' }, 'must be a list of user ids'],
    ['user_ids[0]', { user_ids: ['Ann'] }, 'must be a whole number'],
    ['user_ids[0]', { user_ids: [null] }, ''],
    ['user_ids', { user_ids: Array.from({ length: 1001 }, (_, n) => n) }, 'may have 1000 ids'],
    ['inbox_id', { inbox_id: undefined }, "can't be blank"],
    ['inbox_id', { inbox_id: 'first' }, 'must be a whole number'],
  ])('refuses a wrong %s: %j', async (field, given, message) => {
    const { account, inbox } = await givenTeam();

    const answers = await Promise.all(
      ['POST', 'PATCH', 'DELETE'].map((method) =>
        account.call(method, '/inbox_members', { inbox_id: inbox.id, user_ids: [], ...given }),
      ),
    );

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed', attributes: [field] } });
      expect(answer.body.message).toContain(message);
    }
  });

  it('adds each user once when many add them at once', async () => {
    const { account, inbox, ann, bob } = await givenTeam();

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: n % 2 ? [ann.id, bob.id] : [bob.id] }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await members(account, inbox)).toEqual(['Ann', 'bob']);
  });
});

describe('PATCH /inbox_members', () => {
  it('makes exactly these users members, and leaves those who stay unchanged', async () => {
    const { account, inbox, ann, bob, cem } = await givenTeam();
    await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id, bob.id] });
    const rows = () => test.rows().selectFrom('inbox_members').select('id').where('user_id', '=', bob.id).execute();
    const before = await rows();

    const changed = await account.call('PATCH', '/inbox_members', { inbox_id: inbox.id, user_ids: [bob.id, cem.id] });
    const after = await rows();
    const emptied = await account.call('PUT', '/inbox_members', { inbox_id: inbox.id, user_ids: [] });

    expect(changed.status).toBe(200);
    expect(namesIn(changed.body)).toEqual(['bob', 'Cem']);
    expect(after).toEqual(before);
    expect(emptied).toMatchObject({ status: 200, body: { payload: [] } });
  });
});

describe('DELETE /inbox_members', () => {
  it('removes users, and ignores those who are not members', async () => {
    const { account, inbox, ann, bob, cem } = await givenTeam();
    const other = await givenInbox(account);
    for (const { id } of [inbox, other]) {
      await account.call('POST', '/inbox_members', { inbox_id: id, user_ids: [ann.id, bob.id] });
    }

    const answer = await account.call('DELETE', '/inbox_members', {
      inbox_id: inbox.id,
      user_ids: [ann.id, cem.id, 99_999_999],
    });

    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await members(account, inbox)).toEqual(['bob']);
    expect(await members(account, other)).toEqual(['Ann', 'bob']);
  });
});

describe('the members of an inbox', () => {
  it('are seen by members, and changed by administrators', async () => {
    const { account, inbox, ann, bob } = await givenTeam();
    await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id] });

    const seen = await account.call('GET', `/inbox_members/${inbox.id}`, undefined, { token: ann.token });
    const denied = await account.call('GET', `/inbox_members/${inbox.id}`, undefined, { token: bob.token });
    const changes = await Promise.all(
      ['POST', 'PATCH', 'DELETE'].map((method) =>
        account.call(method, '/inbox_members', { inbox_id: inbox.id, user_ids: [bob.id] }, { token: ann.token }),
      ),
    );

    expect(namesIn(seen.body)).toEqual(['Ann']);
    expect([denied, ...changes].map(({ status, body }) => [status, body.error])).toEqual(
      Array(4).fill([403, 'Access denied']),
    );
  });

  it("are not found in another account's inbox, or in one that does not exist", async () => {
    const { account, ann } = await givenTeam();
    const theirs = await givenInbox(await givenAccount(test));

    const answers = await Promise.all(
      [theirs.id, 99_999_999].flatMap((inbox_id) => [
        account.call('GET', `/inbox_members/${inbox_id}`),
        ...['POST', 'PATCH', 'DELETE'].map((method) =>
          account.call(method, '/inbox_members', { inbox_id, user_ids: [ann.id] }),
        ),
      ]),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(8).fill([404, 'Inbox not found']));
  });

  it('are deleted with the inbox', async () => {
    const { account, inbox, ann } = await givenTeam();
    await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id] });

    await account.call('DELETE', `/inboxes/${inbox.id}`);

    const left = test.rows().selectFrom('inbox_members').selectAll().where('inbox_id', '=', inbox.id);
    expect(await left.execute()).toEqual([]);
  });

  it.each(['POST', 'PATCH', 'DELETE'])('change the cache key of inboxes when changed by %s', async (method) => {
    const { account, inbox, ann } = await givenTeam();
    const accounts = test.rows().updateTable('accounts').set({ inboxes_changed_at: null });
    await accounts.where('id', '=', account.id).execute();

    await account.call(method, '/inbox_members', { inbox_id: inbox.id, user_ids: [ann.id] });

    const row = test.rows().selectFrom('accounts').select('inboxes_changed_at as at').where('id', '=', account.id);
    expect((await row.executeTakeFirstOrThrow()).at).toEqual(expect.any(Date));
  });
});
