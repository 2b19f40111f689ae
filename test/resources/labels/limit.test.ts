import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'limits.labels': '2' });
});
afterAll(() => test.stop());

it('allows an account so many labels, however many are made at once', async () => {
  const [account, other] = [await givenAccount(test), await givenAccount(test)];
  const create = (title: string) => account.call('POST', '/labels', { title });
  await other.call('POST', '/labels', { title: 'elsewhere' });

  const answers = await Promise.all(['one', 'two', 'three', 'four'].map(create));
  const [first] = (await account.call('GET', '/labels')).body.payload;
  await account.call('DELETE', `/labels/${first.id}`);
  const afterwards = await create('five');

  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.message).toBe(
    'an account may have 2 labels: delete one, or have limits.labels raised',
  );
  expect(afterwards.status).toBe(201);
});
