import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenLabelled(account: TestAccount, labels: string[] = []) {
  const contact = await givenContact(account);
  const path = `/contacts/${contact.id}/labels`;
  if (labels.length > 0) await account.call('POST', path, { labels });
  return { contact, path };
}

describe('contacts/{id}/labels', () => {
  it('are none at first', async () => {
    const account = await givenAccount(test);
    const { path } = await givenLabelled(account);

    const { status, body } = await account.call('GET', path);

    expect([status, body]).toEqual([200, { payload: [] }]);
  });

  it('replace those that were there', async () => {
    const account = await givenAccount(test);
    const { path } = await givenLabelled(account, ['vip', 'lead']);

    const { status, body } = await account.call('POST', path, { labels: ['vip', 'Größe L', ' vip '] });

    expect([status, body]).toEqual([200, { payload: ['vip', 'Größe L'] }]);
    expect((await account.call('GET', path)).body).toEqual({ payload: ['vip', 'Größe L'] });
  });

  it.each([[{}], [{ labels: [] }], [{ labels: null }]])('are cleared by %j', async (body) => {
    const account = await givenAccount(test);
    const { path } = await givenLabelled(account, ['vip']);

    const answer = await account.call('POST', path, body);

    expect([answer.status, answer.body]).toEqual([200, { payload: [] }]);
  });

  it('can be used to filter the list', async () => {
    const account = await givenAccount(test);
    const { contact } = await givenLabelled(account, ['vip']);
    await givenLabelled(account, ['lead']);

    const { body } = await account.call('GET', '/contacts?labels[]=vip');

    expect(body).toMatchObject({ payload: [{ id: contact.id }], meta: { count: 1 } });
  });

  it.each([
    [{ labels: [7] }, 'labels[0] must be text'],
    [{ labels: [' '] }, "labels[0] can't be blank"],
    [{ labels: ['x'.repeat(256)] }, 'labels[0] is too long (maximum is 255 characters)'],
    [{ labels: { a: 1 } }, 'labels must be a list of names'],
    [{ labels: Array.from({ length: 101 }, (_, index) => `l${index}`) }, 'labels has too many labels (maximum is 100)'],
  ])('refuse what is not a list of names (%#)', async (body, message) => {
    const account = await givenAccount(test);
    const { path } = await givenLabelled(account, ['vip']);

    const answer = await account.call('POST', path, body);

    expect([answer.status, answer.body.error, answer.body.message]).toEqual([422, 'Validation failed', message]);
    expect((await account.call('GET', path)).body).toEqual({ payload: ['vip'] });
  });
});
