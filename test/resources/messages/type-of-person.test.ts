import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf } from '../../support/conversation-calls.ts';
import { givenAccount, givenConversation } from '../../support/factories.ts';
import { givenSession } from '../../support/identity/session.ts';

const apps: TestApp[] = [];
beforeAll(async () => {
  for (const dialect of ['spec', 'chatwoot']) apps.push(await givenApp({ 'api.dialect': dialect }));
});
afterAll(async () => {
  for (const app of apps) await app.stop();
});

const within = ['spec', 'chatwoot'].map((dialect, index) => [dialect, () => apps[index]!] as const);

describe('POST messages without message_type', () => {
  it.each(within)('sends an outgoing message of a person who has signed in (dialect %s)', async (dialect, app) => {
    const account = await givenAccount(app());
    const conversation = await givenConversation(account);
    const session = await givenSession(app(), account.administrator);

    for (const given of [{}, { message_type: null }]) {
      const { status, body } = await account.call(
        'POST',
        pathOf(conversation, '/messages'),
        { content: 'Hello', ...given },
        session,
      );
      expect([status, body.message_type]).toEqual([dialect === 'spec' ? 201 : 200, 1]);
    }
  });

  it('is refused of a token in the dialect spec', async () => {
    const account = await givenAccount(apps[0]!);
    const conversation = await givenConversation(account);

    const { status, body } = await account.call('POST', pathOf(conversation, '/messages'), { content: 'Hello' });

    expect([status, body.error]).toEqual([422, 'Invalid message type']);
  });

  it('still says when a person gives a type that there is not', async () => {
    const account = await givenAccount(apps[0]!);
    const conversation = await givenConversation(account);
    const session = await givenSession(apps[0]!, account.administrator);

    const body = { content: 'Hello', message_type: 'sent' };
    const { status } = await account.call('POST', pathOf(conversation, '/messages'), body, session);

    expect(status).toBe(422);
  });
});
