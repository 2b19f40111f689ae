import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

let account: TestAccount;
let path: string;
let ada: { id: number };
let bea: { id: number };
let cid: { id: number };
beforeEach(async () => {
  account = await givenAccount(test);
  const { body } = await account.call('POST', '/teams', { name: 'sales' });
  path = `/teams/${body.id}/team_members`;
  cid = await givenAgent(test, account, 'cid');
  bea = await givenAgent(test, account, 'Bea');
  ada = account.administrator;
});

const idsOf = (members: { id: number }[]) => members.map(({ id }) => id);
const members = async () => idsOf((await account.call('GET', path)).body);

describe('POST team_members', () => {
  it('answers the users who were not in the team before', async () => {
    await account.call('POST', path, { user_ids: [bea.id] });

    const { status, body } = await account.call('POST', path, { user_ids: [cid.id, bea.id, ada.id, cid.id] });

    expect([status, idsOf(body)]).toEqual([201, [ada.id, cid.id]]);
    expect(await members()).toEqual([ada.id, bea.id, cid.id]);
  });

  it('shows members as agents', async () => {
    await account.call('POST', path, { user_ids: [bea.id] });

    const { body } = await account.call('GET', path);
    const agents = (await account.call('GET', '/agents')).body;

    expect(body).toEqual([agents.find(({ id }: { id: number }) => id === bea.id)]);
  });

  it('adds a user once, however many requests come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => account.call('POST', path, { user_ids: [bea.id, cid.id] })),
    );

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.flatMap(({ body }) => idsOf(body)).toSorted()).toEqual([bea.id, cid.id].toSorted());
  });
});

describe('PATCH team_members', () => {
  it('makes exactly these users the team', async () => {
    await account.call('POST', path, { user_ids: [ada.id, bea.id] });

    const { status, body } = await account.call('PATCH', path, { user_ids: [bea.id, cid.id] });
    const emptied = await account.call('PUT', path, { user_ids: [] });

    expect([status, idsOf(body)]).toEqual([200, [bea.id, cid.id]]);
    expect([emptied.status, emptied.body]).toEqual([200, []]);
    expect(await members()).toEqual([]);
  });

  it('results in one of two lists that arrive at once, not in a mixture', async () => {
    const lists = [[ada.id], [bea.id, cid.id]];

    await Promise.all(lists.map((user_ids) => account.call('PATCH', path, { user_ids })));

    expect(lists).toContainEqual(await members());
  });
});

describe('DELETE team_members', () => {
  it('removes these users and answers without a body', async () => {
    await account.call('POST', path, { user_ids: [ada.id, bea.id] });

    const { status, text } = await account.call('DELETE', path, { user_ids: [bea.id, cid.id] });

    expect([status, text]).toEqual([200, '']);
    expect(await members()).toEqual([ada.id]);
  });
});

describe('GET team_members', () => {
  it('answers a page when asked to', async () => {
    await account.call('POST', path, { user_ids: [ada.id, bea.id, cid.id] });

    const { body } = await account.call('GET', `${path}?page=2&per_page=2`);

    expect(idsOf(body)).toEqual([cid.id]);
  });
});

describe.each(['POST', 'PATCH', 'DELETE'])('%s team_members', (method) => {
  it('refuses users of other accounts and unknown ones, and changes nothing', async () => {
    const outsider = (await givenAccount(test)).administrator;
    await account.call('POST', path, { user_ids: [bea.id] });

    const answers = [
      await account.call(method, path, { user_ids: [bea.id, cid.id, outsider.id] }),
      await account.call(method, path, { user_ids: [999_999_999] }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error, body.attributes])).toEqual(
      Array(2).fill([422, 'Invalid User IDs', ['user_ids']]),
    );
    expect(answers[0]!.body.message).toContain(String(outsider.id));
    expect(await members()).toEqual([bea.id]);
  });

  it.each([[undefined], [null], ['all'], [{}], [[null]], [['x']], [[1.5]], [[-1]], [Array(501).fill(1)]])(
    'refuses %j as user_ids',
    async (user_ids) => {
      const { status, body } = await account.call(method, path, { user_ids });

      expect([status, body.error]).toEqual([422, 'Validation failed']);
      expect(body.message).toContain('user_ids');
    },
  );
});
