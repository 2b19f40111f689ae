import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const PATH = '/notification_settings';

describe('the notification settings', () => {
  it('are assignments at first, for mails and push messages', async () => {
    const account = await givenAccount(test);

    const { body } = await account.call('GET', PATH);

    expect(body).toMatchObject({
      user_id: account.administrator.id,
      account_id: account.id,
      selected_email_flags: ['email_conversation_assignment'],
      selected_push_flags: ['push_conversation_assignment'],
    });
    expect(body.all_email_flags).toHaveLength(8);
    expect(body.all_push_flags[3]).toBe('push_conversation_mention');
  });

  it('are changed list by list, each as a whole, and only for the member who does it', async () => {
    const account = await givenAccount(test);
    const gus = await givenAgent(test, account);
    const change = (settings: object) => account.call('PATCH', PATH, { notification_settings: settings });

    await change({ selected_email_flags: ['email_conversation_mention', 'email_conversation_creation'] });
    await change({ selected_push_flags: [] });

    const ofGus = await account.call('GET', PATH, undefined, { token: gus.token });
    expect((await account.call('GET', PATH)).body).toMatchObject({
      selected_email_flags: ['email_conversation_creation', 'email_conversation_mention'],
      selected_push_flags: [],
    });
    expect(ofGus.body.selected_push_flags).toEqual(['push_conversation_assignment']);
  });

  it.each([
    { selected_email_flags: ['email_everything'] },
    { selected_email_flags: ['push_conversation_mention'] },
    { selected_push_flags: 'push_conversation_mention' },
    { selected_push_flags: [null] },
  ])('cannot be %j', async (settings) => {
    const account = await givenAccount(test);

    const { status } = await account.call('PATCH', PATH, { notification_settings: settings });

    expect(status).toBe(422);
    expect((await account.call('GET', PATH)).body.selected_email_flags).toEqual(['email_conversation_assignment']);
  });
});
