import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { ask, pathOf } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';
import { givenPushService, type PushService } from '../support/servers/push-service.ts';
import { wants } from '../resources/notifications/notification-calls.ts';

const PATH = '/api/v1/notification_subscriptions';

let service: PushService;
let test: TestApp;
beforeAll(async () => {
  service = await givenPushService();
  test = await givenApp({
    'webhooks.allowed_networks': '127.0.0.0/8',
    'server.public_url': 'https://chat.acme.example',
  });
});
afterAll(async () => {
  await test.stop();
  await service.stop();
});

/** An agent with a browser, and a conversation. */
async function given() {
  const account = await givenAccount(test);
  const gus = await givenAgent(test, account);
  const conversation = await givenConversation(account);
  const asGus = { token: gus.token };
  service.publicKey = (await test.request('GET', PATH, asGus)).body.vapid_public_key;
  const open = async () => {
    const browser = service.subscribe();
    const body = { subscription_type: 'browser_push', subscription_attributes: browser.subscription };
    await test.request('POST', PATH, { ...asGus, body });
    return browser;
  };
  const assign = () => account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: gus.id });
  const subscriptions = () =>
    test.rows().selectFrom('notification_subscriptions').select('id').where('user_id', '=', gus.id).execute();
  return { account, gus, conversation, open, assign, subscriptions };
}

/** The jobs that send push messages of the account, except those that are under way. */
function pushes(account: TestAccount) {
  return test
    .rows()
    .selectFrom('jobs')
    .select(['status', 'attempts_count as attempts', 'last_error as error'])
    .where('kind', '=', 'send_push')
    .where('leased_by', 'is', null)
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
}

/** Waits until the push messages of the account have been tried as often as `attempts` says. */
const tried = (account: TestAccount, ...attempts: number[]) =>
  eventually(
    () => pushes(account),
    (jobs) => jobs.length === attempts.length && jobs.every((job, index) => job.attempts >= (attempts[index] ?? 0)),
  );

describe('a push message', () => {
  it('reaches every browser of the member, encrypted and signed', async () => {
    const { account, conversation, open, assign } = await given();
    const browsers = [await open(), await open()];
    await ask(account, conversation, { content: 'Is it there? ' + '王'.repeat(5000) });

    await assign();

    const [first] = await browsers[0]!.messages(1);
    const [second] = await browsers[1]!.messages(1);
    expect(second!.message).toEqual(first!.message);
    expect(first!.message).toMatchObject({
      title: `Conversation #${conversation.id} was assigned to you`,
      body: expect.stringMatching(/^Carla Contact: Is it there\? 王+…$/),
      tag: `notification_${first!.message.notification_id}`,
      url: `https://chat.acme.example/app/accounts/${account.id}/conversations/${conversation.id}`,
      notification_type: 'conversation_assignment',
      account_id: account.id,
      conversation_id: conversation.id,
    });
    expect(first!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(first!.claims).toMatchObject({ aud: service.url, sub: 'https://chat.acme.example' });
    expect(first!.claims.exp * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('is only sent about what the member wants', async () => {
    const { account, gus, conversation, open, assign } = await given();
    const browser = await open();
    await wants(account, gus, { pushes: ['assigned_conversation_new_message'] });

    await assign();
    await ask(account, conversation, { content: 'Hello?' });

    expect((await browser.messages(1)).map(({ message }) => message.body)).toEqual(['Carla Contact: Hello?']);
    expect(await tried(account, 1)).toHaveLength(1);
  });

  it('is tried again while the push service does not take it', async () => {
    const { account, open, assign } = await given();
    const browser = await open();
    browser.status = 503;

    await assign();

    expect(await tried(account, 1)).toEqual([
      { status: 'pending', attempts: 1, error: 'the push service answered 503: not taken' },
    ]);
    browser.status = 201;
    await test.rows().updateTable('jobs').set({ due_at: new Date() }).where('account_id', '=', account.id).execute();
    expect(await tried(account, 2)).toMatchObject([{ status: 'done' }]);
    expect(browser.pushed).toHaveLength(2);
  });

  it('is not sent any more when it was read meanwhile, or something newer came', async () => {
    const { account, gus, conversation, open, assign } = await given();
    const browser = await open();
    await wants(account, gus, { pushes: ['conversation_assignment', 'assigned_conversation_new_message'] });
    browser.status = 503;
    await assign();
    await tried(account, 1);
    await ask(account, conversation);
    await tried(account, 1, 1);
    browser.status = 201;
    await account.call('POST', '/notifications/read_all', {}, gus);

    await test.rows().updateTable('jobs').set({ due_at: new Date() }).where('account_id', '=', account.id).execute();

    expect(await tried(account, 2, 2)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(browser.pushed.map(({ message }) => message.notification_type)).toEqual([
      'conversation_assignment',
      'assigned_conversation_new_message',
    ]);
  });

  it.each([404, 410])('has the browser forgotten when the push service answers %s', async (status) => {
    const { account, open, assign, subscriptions } = await given();
    const gone = await open();
    const other = await open();
    gone.status = status;

    await assign();

    await other.messages(1);
    expect(await tried(account, 1, 1)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('is given up when the push service refuses it', async () => {
    const { account, open, assign, subscriptions } = await given();
    (await open()).status = 403;

    await assign();

    expect(await tried(account, 1)).toMatchObject([
      { status: 'dead', error: expect.stringContaining('the push service answered 403: not taken') },
    ]);
    expect(await subscriptions()).toHaveLength(1);
  });

  it('is not sent to a private address that is no longer allowed', async () => {
    const { account, gus, open, assign } = await given();
    const browser = await open();
    const { vault } = test.app.installation;
    const attributes = { ...browser.subscription, endpoint: 'https://10.0.0.1/send' };
    await test
      .rows()
      .updateTable('notification_subscriptions')
      .set({ sealed_attributes: vault.seal(JSON.stringify(attributes)) })
      .where('user_id', '=', gus.id)
      .execute();

    await assign();

    expect(await tried(account, 1)).toMatchObject([
      { status: 'dead', error: expect.stringContaining('public address') },
    ]);
    expect(browser.pushed).toEqual([]);
  });
});
