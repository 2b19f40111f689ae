import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request } from 'node:http';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, givenConversation, givenFile, type TestAccount } from '../../support/factories.ts';
import { givenCaller, givenPublicInbox, type PublicInbox } from '../../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
/** The path of a file, which may have any name at its end. */
let file: string;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenPublicInbox(test, account);
  const conversation = await givenConversation(account);
  file = new URL(await givenFile(account, conversation.id)).pathname.replace(/[^/]*$/, '');
});
afterAll(() => test.stop());

const get = (path: string) => test.request('GET', path, { token: account.administrator.token });

/** The status of the answer to a request, the target of which is sent as it is. */
function statusOf(target: string, method = 'GET'): Promise<number | undefined> {
  const { hostname, port } = new URL(test.url);
  return new Promise((resolve, reject) => {
    const headers = { api_access_token: account.administrator.token };
    const sending = request({ hostname, port, path: target, method, headers });
    sending.on('response', (answer) => resolve(answer.resume().statusCode));
    sending.on('error', reject).end();
  });
}

describe('a fixed segment', () => {
  it.each([
    ['declared after a parameter', '/contacts/search?q=Carla', 'payload'],
    ['for one method, where another has a parameter', '/conversations/unread_counts', 'payload'],
    ['of a resource in a resource', '/portals/x/articles', 'error'],
  ])('is found before a parameter: %s', async (_, path, member) => {
    await givenContact(account, { name: 'Carla' });

    const { status, body } = await account.call('GET', path);

    expect([status, Object.keys(body)]).toEqual([member === 'error' ? 404 : 200, expect.arrayContaining([member])]);
  });

  it('is a parameter where no route has it as its own', async () => {
    const { status, body } = await account.call('DELETE', '/contacts/search');

    expect([status, body.error]).toEqual([404, 'Contact not found']);
  });

  it('is found in any letter case, and also with letters that are encoded', async () => {
    const upper = await statusOf(`${account.path.toUpperCase()}/Labels`);
    const encoded = await statusOf(
      `${account.path.replace('accounts', '%61cc%6Funts')}/custom%5Fattribute_definitions`,
    );

    expect([upper, encoded]).toEqual([200, 200]);
  });

  it.each(['//labels', '/labels%2F', '/label', '/labelss', '/labels.', ';/labels'])(
    'is not found in %s',
    async (path) => {
      expect(await statusOf(`${account.path}${path}`)).toBe(404);
    },
  );
});

describe('a parameter', () => {
  it.each(['a b', 'ä/€', '50%', '%41', 'a+b', 'MiXeD', 'a;b=c', '日本'])('is decoded once: %s', async (sourceId) => {
    const caller = await givenCaller(inbox, { source_id: sourceId });

    const { status, body } = await inbox.call('GET', caller.path);

    expect([status, body.source_id]).toEqual([200, sourceId]);
  });

  it('is the same with and without encoding of what needs none', async () => {
    await givenCaller(inbox, { source_id: 'carla_c.~-1' });

    const { status, body } = await inbox.call('GET', '/contacts/%63arla%5Fc%2E%7e%2D%31');

    expect([status, body.source_id]).toEqual([200, 'carla_c.~-1']);
  });

  it.each(['%ff', '%', '%e2%82', 'a%zz', '%C0%AF'])('that is not UTF-8 names nothing: %s', async (text) => {
    expect(await statusOf(`/public/api/v1/inboxes/${inbox.identifier}/contacts/${text}`)).toBe(404);
    expect(await statusOf(`${account.path}/labels/${text}`)).toBe(404);
  });

  it('may have 2,000 characters, however they are encoded', async () => {
    const statuses = async (character: string) =>
      Promise.all([2000, 2001].map((length) => statusOf(file + character.repeat(length))));

    expect(await statuses('a')).toEqual([200, 404]);
    expect(await statuses('%20')).toEqual([200, 404]);
  });

  it.each([
    ['at the end', '/files/abc/'],
    ['in the middle', '/files//name'],
    ['before the resource', '/api/v1/accounts//labels'],
    ['of a page', '/hc/'],
  ])('that is empty names nothing: %s', async (_, path) => {
    const { status, body } = await get(path);

    expect([status, body.message]).toEqual([404, expect.stringContaining('no such path')]);
  });
});

describe('a route', () => {
  it('for GET is also for HEAD', async () => {
    const paths = [`${file}a`, `${account.path}/labels`, '/livez', '/labels'];

    expect(await Promise.all(paths.map((path) => statusOf(path, 'HEAD')))).toEqual([200, 200, 200, 404]);
  });

  it('is found by the path of a target with the address of the server, and not by other targets', async () => {
    const targets = [`${test.url}/livez`, test.url, '*', '*/livez'];

    expect(await Promise.all(targets.map((target) => statusOf(target)))).toEqual([200, 200, 404, 404]);
  });
});
