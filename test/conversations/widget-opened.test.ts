import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteWidgetOpened } from '../../src/conversations/note-widget-opened.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventsDuring } from '../support/events.ts';
import { givenAccount, givenBot, givenContact, givenInbox } from '../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const INFO = { referer: 'https://shop.example.com/cart', initiated_at: { timestamp: '2031-05-10' } };

/** A contact of a website, and what opening its widget records. */
async function given() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account, { type: 'web_widget', website_url: 'https://shop.example.com' });
  const bot = await givenBot(test, account, inbox.id);
  const contact = await givenContact(account, { name: 'Carla', inbox_id: inbox.id });
  const entry = contact.contact_inboxes[0];
  const open = () => eventsDuring(test, account, () => noteWidgetOpened(test.app.tx(), entry.id, INFO, new Date()));
  return { account, inbox, bot, contact, entry, open };
}

describe('a contact who opens the widget', () => {
  it('is told of with their newest conversation, if there is one', async () => {
    const { account, inbox, contact, entry, open } = await given();

    const before = await open();
    const { body: conversation } = await account.call('POST', '/conversations', { source_id: entry.source_id });
    const after = await open();

    const told = {
      event: 'webwidget_triggered',
      id: expect.any(Number),
      event_id: expect.any(Number),
      account: { id: account.id, name: account.name },
      inbox: { id: inbox.id, name: inbox.name },
      contact: expect.objectContaining({ id: contact.id, name: 'Carla' }),
      source_id: entry.source_id,
      event_info: INFO,
    };
    expect(before.map(({ payload }) => payload)).toEqual([{ ...told, current_conversation: null }]);
    expect(after.map(({ payload }) => payload)).toEqual([
      { ...told, current_conversation: expect.objectContaining({ id: conversation.id, status: 'pending' }) },
    ]);
  });

  it('is told to webhooks that subscribe to it and to the bot of the inbox', async () => {
    const { account, bot, open } = await given();
    const url = 'https://bots.example.com/hear';
    await test.rows().updateTable('agent_bots').set({ outgoing_url: url }).where('id', '=', bot.id).execute();
    await account.call('POST', '/webhooks', { url, subscriptions: ['webwidget_triggered'] });

    const [event] = await open();

    const due = await test
      .rows()
      .selectFrom('deliveries')
      .select('receiver_type')
      .where('event_id', '=', event!.id)
      .orderBy('receiver_type')
      .execute();
    expect(due.map(({ receiver_type: type }) => type)).toEqual(['AgentBot', 'Webhook']);
  });

  it('is not told of when the contact is gone', async () => {
    await expect(noteWidgetOpened(test.app.tx(), 999_999_999, INFO, new Date())).rejects.toThrow(
      'Contact inbox not found',
    );
  });
});
