import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from './support/app.ts';
import { eventually } from './support/eventually.ts';
import { givenAccount } from './support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({}, { jobs: false });
});
afterAll(() => test.stop());

describe('what listens to the bus', () => {
  it('hears of commits, until it is done', async () => {
    const account = await givenAccount(test);
    const heard = { first: 0, second: 0 };
    const silence = test.app.bus.onNotify(() => (heard.first += 1));
    test.app.bus.onNotify(() => (heard.second += 1));

    await account.call('POST', '/labels', { title: 'one' });
    await eventually(
      () => heard,
      ({ first, second }) => first > 0 && second > 0,
    );
    silence();
    const before = { ...heard };
    await account.call('POST', '/labels', { title: 'two' });
    await eventually(
      () => heard.second,
      (count) => count > before.second,
    );

    expect(heard.first).toBe(before.first);
  });
});
