import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

describe('POST /inboxes/{id}/reset_secret', () => {
  it('gives an API inbox a new secret, and keeps its others', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);

    const { status, body } = await account.call('POST', `/inboxes/${inbox.id}/reset_secret`);

    expect(status).toBe(200);
    expect(body).toEqual({ ...inbox, secret: expect.stringMatching(/^whsec_/) });
    expect(body.secret).not.toBe(inbox.secret);
    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body).toEqual(body);
  });

  it('finds none in other channels, and is for administrators', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const widget = await givenInbox(account, { type: 'web_widget', website_url: 'x.org' });
    const agent = await givenAgent(test, account);

    const none = await account.call('POST', `/inboxes/${widget.id}/reset_secret`);
    const byAgent = await account.call('POST', `/inboxes/${inbox.id}/reset_secret`, {}, { token: agent.token });

    expect([none.status, none.body.error]).toEqual([404, 'Inbox secret not found']);
    expect([byAgent.status, byAgent.body.error]).toEqual([403, 'Access denied']);
  });
});
