import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount } from '../support/factories.ts';
import { givenCaller, givenPublicInbox, type PublicInbox } from '../support/public/public-inbox.ts';

const LIMIT = 3;

let test: TestApp;
let inbox: PublicInbox;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.contact_requests_per_minute': String(LIMIT) });
  inbox = await givenPublicInbox(test, await givenAccount(test));
});
afterAll(() => test.stop());

describe('the limit of a contact', () => {
  it('counts their own requests, whatever others at the same address ask', async () => {
    const [first, second] = [await givenCaller(inbox), await givenCaller(inbox)];
    const paths = ['', '/conversations', '/conversations/1', '/conversations'];

    const answers = [];
    for (const below of paths) answers.push(await inbox.call('GET', `${first.path}${below}`));
    const other = await inbox.call('GET', second.path);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([other.status, other.headers.get('x-ratelimit-remaining')]).toEqual([200, String(LIMIT - 1)]);
  });
});

describe('requests for contacts that do not exist', () => {
  it('are counted by the address that they come from', async () => {
    const limited = await givenApp({ 'rate_limit.requests_per_minute': '2' });

    const answers = [];
    for (const name of ['a', 'b', 'c']) {
      answers.push(await limited.request('GET', `/public/api/v1/inboxes/nothing/contacts/${name}`));
    }
    await limited.stop();

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
  });
});
