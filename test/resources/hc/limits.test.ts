import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenArticle, givenPortal } from '../portals/given-portal.ts';

const LIMIT = 5;

let test: TestApp;
let account: TestAccount;
let at: string;
let article: string;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.reader_requests_per_minute': String(LIMIT) });
  account = await givenAccount(test);
  const portal = await givenPortal(account);
  at = `/hc/${portal.slug}`;
  article = `${at}/articles/${(await givenArticle(account, portal)).slug}`;
});
afterAll(() => test.stop());

describe('the limit of readers of help centres', () => {
  it('counts all that is asked for at an address, with a token or without, and nothing else', async () => {
    const { token } = account.administrator;
    const asked = [
      await test.request('GET', `${at}/en`),
      await test.request('HEAD', `${at}/en`),
      await test.request('GET', `${at}/en/articles.json`, { token }),
      await test.request('GET', `${article}.png`),
      await test.request('GET', '/hc/none/en'),
    ];
    const page = await test.request('GET', article);
    const data = await test.request('GET', `${at}/en/articles.json`, { token });
    const head = await test.request('HEAD', article);
    const others = [await account.call('GET', '/portals'), await test.request('GET', '/survey/responses/none')];

    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
    expect(asked.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0']);
    expect([page, data, head].map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(page.text).toContain('<h1>Too many requests</h1>');
    expect(data.body.error).toBe('Too many requests');
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(others.map(({ status }) => status)).toEqual([200, 404]);
  });
});
