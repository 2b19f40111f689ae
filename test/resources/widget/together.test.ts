import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, type Website } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
let website: Website;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test);
  website = await givenWebsite(test, account);
});
afterAll(() => test.stop());

const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act));
const contacts = async () => (await account.call('GET', '/contacts')).body.meta.count;
const conversations = async () => (await account.call('GET', '/conversations?status=all')).body.data.meta.all_count;

describe('at the same time', () => {
  it('a first message that is sent several times with one key is stored once', async () => {
    const headers = { 'idempotency-key': randomUUID() };

    const answers = await times(5, () =>
      website.call('POST', '/messages', { message: { content: 'Hello' } }, undefined, headers),
    );

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.widget_auth_token}`)).size).toBe(1);
    expect([await contacts(), await conversations()]).toEqual([1, 1]);
  });

  it('a form that is sent several times with one key begins one conversation', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const form = { contact: { email: 'carla@example.com' }, message: { content: 'Hello' } };

    const answers = await times(5, () => website.call('POST', '/conversations', form, undefined, headers));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect([await contacts(), await conversations()]).toEqual([1, 1]);
  });

  it('somebody who is named on several pages becomes one contact', async () => {
    const user = { ...website.proofOf('c-1'), name: 'Carla', email: 'carla@example.com' };

    const answers = await times(4, () => website.call('PATCH', '/contact/set_user', user));

    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(await contacts()).toBe(1);
  });

  it('visitors who are named as the same person become one contact', async () => {
    const visitors = [await givenVisitor(website), await givenVisitor(website), await givenVisitor(website)];

    const answers = await Promise.all(
      visitors.map((visitor) => website.call('PATCH', '/contact/set_user', website.proofOf('c-1'), visitor)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(200));
    expect(await contacts()).toBe(1);
  });

  it('a visitor writes, looks, types and is named, and nothing is lost', async () => {
    const visitor = await givenVisitor(website);
    const call = (method: string, below: string, body?: object) => website.call(method, below, body, visitor);

    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => call('POST', '/messages', { content: String(index) })),
      call('PATCH', '/contact/set_user', { identifier: 'c-1', email: 'carla@example.com' }),
      call('POST', '/conversations/update_last_seen'),
      call('POST', '/conversations/toggle_typing', { typing_status: 'on' }),
      call('POST', '/labels', { label: 'vip' }),
      call('POST', '/conversations/set_custom_attributes', { custom_attributes: { a: 1 } }),
    ]);

    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await call('GET', '/messages')).body.payload).toHaveLength(11);
    expect(await conversations()).toBe(1);
  });
});
