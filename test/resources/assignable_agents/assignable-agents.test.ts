import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** Ann is a member of both inboxes, Bob of the first, Cem of none. */
async function givenTwoInboxes() {
  const account = await givenAccount(test);
  const [first, second] = [await givenInbox(account), await givenInbox(account)];
  const ann = await givenAgent(test, account, 'Ann', { inboxes: [first.id, second.id] });
  const bob = await givenAgent(test, account, 'Bob', { inboxes: [first.id] });
  await givenAgent(test, account, 'Cem', { inboxes: [] });
  return { account, first, second, ann, bob };
}
const namesIn = (body: { payload: { name: string }[] }) => body.payload.map(({ name }) => name);

describe('GET /assignable_agents', () => {
  it('lists the members common to all inboxes, and the administrators, by name', async () => {
    const { account, first, second, ann } = await givenTwoInboxes();

    const both = await account.call('GET', `/assignable_agents?inbox_ids[]=${first.id}&inbox_ids[]=${second.id}`);
    const one = await account.call('GET', `/assignable_agents?inbox_ids[]=${first.id}&inbox_ids[]=${first.id}`);
    const plain = await account.call('GET', `/assignable_agents?inbox_ids=${second.id}`);

    expect(both.status).toBe(200);
    expect(both.body.payload[1]).toMatchObject({ id: ann.id, name: 'Ann', role: 'agent', account_id: account.id });
    expect([both, one, plain].map(({ body }) => namesIn(body))).toEqual([
      ['Ada Admin', 'Ann'],
      ['Ada Admin', 'Ann', 'Bob'],
      ['Ada Admin', 'Ann'],
    ]);
  });

  it('lists an administrator who is a member too once', async () => {
    const { account, first } = await givenTwoInboxes();
    await account.join(first.id, account.administrator);

    const { body } = await account.call('GET', `/assignable_agents?inbox_ids[]=${first.id}`);

    expect(namesIn(body)).toEqual(['Ada Admin', 'Ann', 'Bob']);
  });

  it('is for users who see all of the inboxes', async () => {
    const { account, first, second, ann, bob } = await givenTwoInboxes();
    const path = `/assignable_agents?inbox_ids[]=${first.id}&inbox_ids[]=${second.id}`;

    const answers = [ann, bob].map(({ token }) => account.call('GET', path, undefined, { token }));

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 403]);
  });

  it.each([
    ['', "inbox_ids can't be blank"],
    ['?inbox_ids=', 'inbox_ids'],
    ['?inbox_ids[]=first', 'must be a whole number'],
    [`?${Array(101).fill('inbox_ids[]=1').join('&')}`, 'may have 100 ids'],
  ])('refuses the query %s', async (query, message) => {
    const account = await givenAccount(test);

    const answer = await account.call('GET', `/assignable_agents${query}`);

    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed' } });
    expect(answer.body.message).toContain(message);
  });

  it("does not find another account's inbox", async () => {
    const { account, first } = await givenTwoInboxes();
    const theirs = await givenInbox(await givenAccount(test));

    const answer = await account.call('GET', `/assignable_agents?inbox_ids[]=${first.id}&inbox_ids[]=${theirs.id}`);

    expect([answer.status, answer.body.error]).toEqual([404, 'Inbox not found']);
  });
});

describe('GET /inboxes/{id}/assignable_agents', () => {
  it('lists the members of the inbox and the administrators, for members', async () => {
    const { account, second, ann, bob } = await givenTwoInboxes();
    const path = `/inboxes/${second.id}/assignable_agents`;

    const seen = await account.call('GET', path, undefined, { token: ann.token });
    const denied = await account.call('GET', path, undefined, { token: bob.token });

    expect([seen.status, namesIn(seen.body)]).toEqual([200, ['Ada Admin', 'Ann']]);
    expect([denied.status, denied.body.error]).toEqual([403, 'Access denied']);
  });
});
