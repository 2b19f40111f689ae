import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount } from '../../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../support/public/public-inbox.ts';
import { givenReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { givenWebhook } from '../../support/webhooks.ts';

const LONGEST = 20;

let test: TestApp;
let receiver: Receiver;
const logged: string[] = [];
beforeAll(async () => {
  receiver = await givenReceiver();
  test = await givenApp(
    { 'webhooks.allowed_networks': '127.0.0.0/8', 'log.level': 'warn' },
    { log: { write: (line) => void logged.push(line) } },
  );
});
afterAll(async () => {
  await test.stop();
  await receiver.stop();
});

describe('a program that resolves for the contact what another one opens', () => {
  it('is stopped', async () => {
    const account = await givenAccount(test);
    const inbox = await givenPublicInbox(test, account);
    const conversation = await givenConversationOf(inbox, await givenCaller(inbox));
    await givenWebhook(receiver, account, 'hook', { subscriptions: ['conversation_status_changed'] });
    const answers: Answer[] = [];
    receiver.reply = ({ body }) => {
      const react = async () => {
        const isOpen = body.conversation.status === 'open';
        const answer = isOpen
          ? await inbox.call('POST', `${conversation.path}/toggle_status`)
          : await account.call('POST', `/conversations/${conversation.id}/toggle_status`, { status: 'open' });
        answers.push(answer);
      };
      return { after: react() };
    };

    await inbox.call('POST', `${conversation.path}/toggle_status`);
    await eventually(
      () => answers.some(({ status }) => status === 429),
      (isStopped) => isStopped,
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LONGEST);
    expect(answers.at(-1)!.body.message).toContain('in answer to its own changes');
    expect(logged.join()).toContain('in answer to its own changes: stopped');
  });
});
