import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

let names = 0;

/** What a new label with this body is answered: its name, or the error's text. */
async function answerTo(type: string, bodyOf: (name: string) => string): Promise<string> {
  const text = bodyOf(`name-${(names += 1)}`);
  const { body } = await account.call('POST', '/labels', text, { headers: { 'content-type': type } });
  return body.title?.replace(/-\d+$/, '') ?? body.error;
}

const json = (title: string) => JSON.stringify({ title });
const form = (title: string) => new URLSearchParams({ title }).toString();

describe('the type of a body', () => {
  it.each([
    ['application/json', json, 'name'],
    ['Application/JSON; charset=utf-8', json, 'name'],
    ['application/vnd.api+json', json, 'name'],
    ['application/x-www-form-urlencoded', form, 'name'],
    ['application/x-www-form-urlencoded; charset=utf-8', form, 'name'],
    // Let in, and not read.
    ['application/x+json', json, 'Validation failed'],
    ['text/plain', json, 'Invalid parameters'],
    ['', json, 'Invalid parameters'],
    ['json', json, 'Invalid parameters'],
    [`application/json; note=${'x'.repeat(300)}`, json, 'name'],
  ])('%s is read alike each time, whatever came between', async (type, bodyOf, expected) => {
    const first = await answerTo(type, bodyOf);
    const between = await answerTo('application/json', json);
    const again = await answerTo(type, bodyOf);

    expect([first, between, again]).toEqual([expected, 'name', expected]);
  });

  it('says nothing where there is no body', async () => {
    const { body: label } = await account.call('POST', '/labels', { title: 'gone' });
    const type = { headers: { 'content-type': 'text/plain' } };

    expect((await account.call('GET', '/labels', undefined, type)).status).toBe(200);
    expect((await account.call('DELETE', `/labels/${label.id}`, undefined, type)).status).toBe(200);
  });
});
