import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { reply } from '../support/conversation-calls.ts';
import { givenAccount, givenContact, givenConversation, givenInbox } from '../support/factories.ts';
import { givenReceiver, type Received, type Receiver } from '../support/servers/receiver.ts';
import { wakeOften } from '../support/time/wake-often.ts';
import { givenWebhook, newPath, receivedAt } from '../support/webhooks.ts';

let receiver: Receiver;
const apps = new Map<'spec' | 'chatwoot', { test: TestApp; sleepAgain: () => void }>();
beforeAll(async () => {
  receiver = await givenReceiver();
  for (const dialect of ['spec', 'chatwoot'] as const) {
    const test = await givenApp({ 'api.dialect': dialect, 'webhooks.allowed_networks': '127.0.0.0/8' });
    apps.set(dialect, { test, sleepAgain: wakeOften(test) });
  }
});
afterAll(async () => {
  for (const { test, sleepAgain } of apps.values()) {
    sleepAgain();
    await test.stop();
  }
  await receiver.stop();
});

/** The only delivery of this event at the path. */
async function deliveryOf(path: string, event: string): Promise<Received> {
  const found = () => receivedAt(receiver, path).filter(({ body }) => body.event === event);
  await receiver.until(() => found().length > 0, event);
  return found()[0]!;
}

const EVENTS = ['message_created', 'conversation_created', 'contact_created', 'inbox_created'];

/** What a webhook of that dialect hears of one event of each kind, in an installation that speaks another or the same. */
async function given(speaks: 'spec' | 'chatwoot', dialect: string | null) {
  const { test } = apps.get(speaks)!;
  const account = await givenAccount(test);
  const webhook = await givenWebhook(receiver, account, 'hook', { dialect, subscriptions: EVENTS });
  // So that no number is that of another thing by chance.
  for (let count = 0; count < 3; count += 1) await givenContact(account);
  const address = `${receiver.url}${newPath('inbox')}`;
  const inbox = await givenInbox(account, { type: 'api', webhook_url: address });
  const contact = await givenContact(account, { name: 'Last' });
  const { body: conversation } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
  });
  const { body: message } = await reply(account, conversation);
  return { account, webhook, address: new URL(address).pathname, conversation, message, contact, inbox };
}

describe.each([
  ['spec', 'chatwoot'],
  ['chatwoot', null],
  ['chatwoot', ''],
] as const)('in an installation that speaks %s, a webhook of the dialect %j', (speaks, dialect) => {
  it('is told the number of what an event is about as id, and that of the event as event_id', async () => {
    const { webhook, conversation, message } = await given(speaks, dialect);

    const created = await deliveryOf(webhook.path, 'message_created');
    const begun = await deliveryOf(webhook.path, 'conversation_created');

    expect([created.body.id, begun.body.id]).toEqual([message.id, conversation.id]);
    expect(created.body.message.id).toBe(message.id);
    expect(created.body.event_id).toBeGreaterThan(begun.body.event_id);
    for (const { headers, body } of [created, begun]) {
      expect(headers['x-parley-event-id']).toBe(String(body.event_id));
      expect(headers['webhook-id']).toBe(`evt_${body.event_id}`);
    }
  });

  it('is told the number of a contact and of an inbox', async () => {
    const { webhook, inbox } = await given(speaks, dialect);

    const [contact, made] = [
      await deliveryOf(webhook.path, 'contact_created'),
      await deliveryOf(webhook.path, 'inbox_created'),
    ];

    expect(contact.body.id).toBe(contact.body.contact.id);
    expect(made.body.id).toBe(inbox.id);
  });
});

describe.each([
  ['chatwoot', 'spec'],
  ['spec', null],
] as const)('in an installation that speaks %s, a webhook of the dialect %j', (speaks, dialect) => {
  it('is told the number of the event, twice', async () => {
    const { webhook } = await given(speaks, dialect);

    for (const event of EVENTS) {
      const { headers, body } = await deliveryOf(webhook.path, event);

      expect([body.id, headers['x-parley-event-id']]).toEqual([body.event_id, String(body.event_id)]);
    }
  });
});

it.each(['spec', 'chatwoot'] as const)(
  "an inbox's address hears the dialect of the installation: %s",
  async (speaks) => {
    const { address, message } = await given(speaks, speaks === 'spec' ? 'chatwoot' : 'spec');

    const { headers, body } = await deliveryOf(address, 'message_created');

    expect(body.id).toBe(speaks === 'chatwoot' ? message.id : body.event_id);
    expect(headers.accept).toBe('application/json');
  },
);

describe('the dialect of a webhook', () => {
  it('is changed and taken away', async () => {
    const account = await givenAccount(apps.get('spec')!.test);
    const webhook = await givenWebhook(receiver, account, 'hook', { dialect: 'chatwoot' });
    const change = async (dialect: unknown) =>
      (await account.call('PATCH', `/webhooks/${webhook.id}`, { dialect })).body.dialect;

    expect(webhook).toMatchObject({ dialect: 'chatwoot' });
    expect(await change(undefined)).toBe('chatwoot');
    expect(await change('')).toBe('chatwoot');
    expect(await change('spec')).toBe('spec');
    expect(await change(null)).toBeNull();
  });

  it('is for what is sent from then on', async () => {
    const account = await givenAccount(apps.get('spec')!.test);
    const webhook = await givenWebhook(receiver, account);
    const conversation = await givenConversation(account);
    await reply(account, conversation);
    await receiver.until(() => receivedAt(receiver, webhook.path).length === 1);

    await account.call('PATCH', `/webhooks/${webhook.id}`, { dialect: 'chatwoot' });
    const { body: second } = await reply(account, conversation);
    await receiver.until(() => receivedAt(receiver, webhook.path).length === 2);

    const [before, after] = receivedAt(receiver, webhook.path).map(({ body }) => body);
    expect([before.id, after.id]).toEqual([before.event_id, second.id]);
  });

  it.each(['french', 7, []])('cannot be %j', async (dialect) => {
    const account = await givenAccount(apps.get('spec')!.test);

    const { status, body } = await account.call('POST', '/webhooks', { url: `${receiver.url}/no`, dialect });

    expect([status, body.attributes]).toEqual([422, ['dialect']]);
  });
});
