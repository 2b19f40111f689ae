import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { given, givenPolicy } from '../../support/assignment/policies.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const create = (account: TestAccount, more: object = {}) =>
  given(account, '/assignment_policies', { name: 'Evenly', ...more });

describe('POST /assignment_policies', () => {
  it('creates a policy with what is given', async () => {
    const account = await givenAccount(test);
    const wanted = {
      name: 'Evenly',
      description: 'For the shop',
      assignment_order: 'balanced',
      conversation_priority: 'longest_waiting',
      fair_distribution_limit: 7,
      fair_distribution_window: 60,
      enabled: false,
    };

    const { status, body } = await account.call('POST', '/assignment_policies', { assignment_policy: wanted });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...wanted,
        assigned_inbox_count: 0,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      },
    ]);
    expect((await account.call('GET', `/assignment_policies/${body.id}`)).body).toEqual(body);
  });

  it('goes in turn, by age, to each member 100 times an hour, unless given otherwise', async () => {
    const account = await givenAccount(test);

    expect(await create(account)).toMatchObject({
      description: null,
      assignment_order: 'round_robin',
      conversation_priority: 'earliest_created',
      fair_distribution_limit: 100,
      fair_distribution_window: 3600,
      enabled: true,
    });
    expect(await create(account, { name: 'By number', assignment_order: 1, conversation_priority: 1 })).toMatchObject({
      assignment_order: 'balanced',
      conversation_priority: 'longest_waiting',
    });
  });

  it.each([
    ['name', undefined],
    ['name', ' '],
    ['name', 'x'.repeat(256)],
    ['description', 'x'.repeat(20_001)],
    ['assignment_order', 'random'],
    ['assignment_order', 2],
    ['conversation_priority', 'newest'],
    ['fair_distribution_limit', 0],
    ['fair_distribution_limit', 100_001],
    ['fair_distribution_limit', 1.5],
    ['fair_distribution_window', 0],
    ['fair_distribution_window', 31_536_001],
    ['enabled', 'maybe'],
  ])('refuses a %s like %j', async (field, value) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/assignment_policies', { name: 'Evenly', [field]: value });

    expect([answer.status, answer.body.attributes]).toEqual([422, [field]]);
    expect((await account.call('GET', '/assignment_policies')).body).toEqual([]);
  });

  it('takes a name once in each account, however many ask at once', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => account.call('POST', '/assignment_policies', { name: 'Evenly' })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.message).toBe('name has already been taken');
    expect((await create(await givenAccount(test))).name).toBe('Evenly');
  });
});

describe('GET /assignment_policies', () => {
  it("lists the account's by id, all or by page", async () => {
    const account = await givenAccount(test);
    await create(await givenAccount(test));
    for (const name of ['B', 'A', 'C']) await create(account, { name });
    const namesOf = async (query: string) =>
      (await account.call('GET', `/assignment_policies${query}`)).body.map(({ name }: { name: string }) => name);

    expect(await namesOf('')).toEqual(['B', 'A', 'C']);
    expect(await namesOf('?page=2&per_page=2')).toEqual(['C']);
  });
});

describe('PATCH /assignment_policies/{id}', () => {
  it('changes what is given and nothing else', async () => {
    const account = await givenAccount(test);
    const policy = await create(account, { description: 'For the shop' });
    const path = `/assignment_policies/${policy.id}`;

    const changed = await account.call('PATCH', path, { fair_distribution_limit: 3, description: null });
    const put = await account.call('PUT', path, { assignment_policy: { name: 'Calmly', enabled: false } });

    expect(changed).toMatchObject({
      status: 200,
      body: { ...policy, fair_distribution_limit: 3, description: null, updated_at: expect.any(Number) },
    });
    expect(put.body).toMatchObject({ name: 'Calmly', enabled: false, fair_distribution_limit: 3 });
  });

  it("refuses another policy's name", async () => {
    const account = await givenAccount(test);
    await create(account);
    const { id } = await create(account, { name: 'Calmly' });

    const { status, body } = await account.call('PATCH', `/assignment_policies/${id}`, { name: 'Evenly' });

    expect([status, body.message]).toEqual([422, 'name has already been taken']);
  });
});

describe('the policy of an inbox', () => {
  it('is given, shown, counted, replaced and taken away', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const [one, other] = [await create(account), await create(account, { name: 'Calmly' })];
    const path = `/inboxes/${inbox.id}/assignment_policy`;
    const counts = async () =>
      (await account.call('GET', '/assignment_policies')).body.map(
        ({ assigned_inbox_count: count }: { assigned_inbox_count: number }) => count,
      );

    const none = await account.call('GET', path);
    const set = await account.call('POST', path, { assignment_policy_id: one.id });
    const counted = await counts();
    await account.call('POST', path, { assignment_policy_id: other.id });
    const shown = await account.call('GET', path);
    const recounted = await counts();
    const listed = await account.call('GET', `/assignment_policies/${other.id}/inboxes`);
    const removed = await account.call('DELETE', path);
    const again = await account.call('DELETE', path);

    expect([none.status, none.body.error]).toEqual([404, 'Assignment policy not found']);
    expect(set).toMatchObject({ status: 201, body: { id: one.id, assigned_inbox_count: 1 } });
    expect([counted, recounted]).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(shown.body.id).toBe(other.id);
    expect(listed.body).toEqual({ inboxes: [(await account.call('GET', `/inboxes/${inbox.id}`)).body] });
    expect([removed.status, again.status, await counts()]).toEqual([200, 404, [0, 0]]);
  });

  it("is none of another account's, and not given to their inboxes", async () => {
    const [mine, theirs] = [await givenAccount(test), await givenAccount(test)];
    const [inbox, policy] = [await givenInbox(mine), await create(theirs)];
    const theirInbox = await givenInbox(theirs);
    const ofMine = await create(mine);

    const set = await mine.call('POST', `/inboxes/${inbox.id}/assignment_policy`, {
      assignment_policy_id: policy.id,
    });
    const taken = await mine.call('POST', `/inboxes/${theirInbox.id}/assignment_policy`, {
      assignment_policy_id: ofMine.id,
    });

    expect([set.body.error, taken.body.error]).toEqual(['Assignment policy not found', 'Inbox not found']);
  });

  it('is gone with the policy, and its count without the inbox', async () => {
    const account = await givenAccount(test);
    const [one, other] = [await givenInbox(account), await givenInbox(account)];
    const policy = await givenPolicy(account, one);
    await account.call('POST', `/inboxes/${other.id}/assignment_policy`, { assignment_policy_id: policy.id });

    await account.call('DELETE', `/inboxes/${other.id}`);
    const counted = await account.call('GET', `/assignment_policies/${policy.id}`);
    const deleted = await account.call('DELETE', `/assignment_policies/${policy.id}`);

    expect([counted.body.assigned_inbox_count, deleted.status]).toEqual([1, 200]);
    expect((await account.call('GET', `/inboxes/${one.id}/assignment_policy`)).status).toBe(404);
    expect((await account.call('GET', `/inboxes/${one.id}`)).status).toBe(200);
  });

  it("is none of an agent's business", async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    await givenPolicy(account, inbox);
    const { token } = await givenAgent(test, account);

    const answer = await account.call('GET', `/inboxes/${inbox.id}/assignment_policy`, undefined, { token });

    expect(answer.status).toBe(403);
  });
});
