import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.inboxes': '2' });
});
afterAll(() => test.stop());

const create = (account: TestAccount) => account.call('POST', '/inboxes', { name: 'A', channel: { type: 'api' } });

async function givenPlan(account: TestAccount, limits: object): Promise<void> {
  const plan = { limits: JSON.stringify(limits) as never };
  await test.rows().updateTable('accounts').set(plan).where('id', '=', account.id).execute();
}

describe('the most inboxes of an account', () => {
  it("are as many as the installation allows, and others' do not count", async () => {
    const account = await givenAccount(test);
    await givenInbox(await givenAccount(test));
    await givenInbox(account);
    const second = await givenInbox(account);

    const refused = await create(account);
    await account.call('DELETE', `/inboxes/${second.id}`);
    const afterwards = await create(account);

    expect(refused).toMatchObject({
      status: 402,
      body: {
        error: 'Account limit exceeded. Please upgrade your plan',
        message: expect.stringContaining('may have 2 inboxes'),
      },
    });
    expect(afterwards.status).toBe(201);
  });

  it.each([
    [{ inboxes: 3 }, 3],
    [{ inboxes: 0 }, 0],
    [{ inboxes: null }, 2],
    [{ agents: 1 }, 2],
  ])('are as many as the plan %j allows', async (limits, allowed) => {
    const account = await givenAccount(test);
    await givenPlan(account, limits);

    const statuses: number[] = [];
    for (let n = 0; n <= allowed; n += 1) statuses.push((await create(account)).status);

    expect(statuses).toEqual([...Array<number>(allowed).fill(201), 402]);
  });

  it('are not more when many are created at once', async () => {
    const account = await givenAccount(test);

    const answers = await Promise.all(Array.from({ length: 6 }, () => create(account)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 402, 402, 402, 402]);
    expect((await account.call('GET', '/inboxes')).body.payload).toHaveLength(2);
  });

  it('are any number where the installation sets none', async () => {
    const free = await givenApp();
    const account = await givenAccount(free);

    const answers = await Promise.all(Array.from({ length: 5 }, () => create(account)));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    await free.stop();
  });
});
