import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { described } from '../../support/files/uploads.ts';
import { givenAccount, givenAgent, givenAgentOnline, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

describe('GET inbox_members', () => {
  it('lists who answers there, without their addresses', async () => {
    const agent = await givenAgentOnline(test, account, 'Ann Agent');
    const website = await givenWebsite(test, account);
    await givenAgent(test, account, 'Gus Agent', { inboxes: [] });

    const { status, body } = await website.call('GET', '/inbox_members');

    expect([status, body]).toEqual([
      200,
      { payload: [{ id: agent.id, name: 'Ann Agent', avatar_url: '', availability_status: 'online' }] },
    ]);
  });
});

describe('POST direct_uploads', () => {
  it('takes a file, which the next message names', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);

    const { status, body } = await website.call('POST', '/direct_uploads', described('hello'), visitor);
    const { url, headers } = body.direct_upload;
    const sent = await fetch(url, { method: 'PUT', headers, body: 'hello' });
    const message = { message: { content: 'See this', attachments: [body.signed_id] } };
    const written = await website.call('POST', '/messages', message, visitor);

    expect([status, sent.status, written.status, written.body.attachments.length]).toEqual([200, 204, 201, 1]);
    expect(await (await fetch(written.body.attachments[0].data_url)).text()).toBe('hello');
  });

  it('is for visitors who are known', async () => {
    const website = await givenWebsite(test, account);

    const { status, body } = await website.call('POST', '/direct_uploads', described('hello'));

    expect([status, body.error]).toEqual([404, 'Contact not found']);
  });
});
