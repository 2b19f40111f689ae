import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenContact, givenInbox } from '../../support/factories.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { pathOf } from '../../support/conversation-calls.ts';

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

const ROUNDS = 12;
const AT_A_TIME = 8;

describe('an inbox whose address fails every message', () => {
  it('does not hinder others who write', async () => {
    const account = await givenAccount(test);
    receiver.reply = ({ path }) => ({ status: path === '/inbox' ? 410 : 200 });
    for (const path of ['/one', '/two']) {
      const subscriptions = ['message_created', 'message_updated'];
      await account.call('POST', '/webhooks', { url: `${receiver.url}${path}`, subscriptions });
    }
    const inbox = await givenInbox(account, { type: 'api', webhook_url: `${receiver.url}/inbox` });
    const contact = await givenContact(account);
    const { body: conversation } = await account.call('POST', '/conversations', {
      inbox_id: inbox.id,
      contact_id: contact.id,
    });

    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const message = { content: `${round}`, message_type: 'outgoing' };
      const answers = await Promise.all(
        Array.from({ length: AT_A_TIME }, () => account.call('POST', pathOf(conversation, '/messages'), message)),
      );
      statuses.push(...answers.map(({ status }) => status));
    }

    expect(statuses).toEqual(Array(ROUNDS * AT_A_TIME).fill(201));
    await receiver.until((received) =>
      received.some(({ path, body }) => path === '/one' && body.message.status === 'failed'),
    );
  });
});
