import type { TestApp } from './app.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from './factories.ts';
import { messagesOf } from './conversation-calls.ts';
import { isCreated } from './openapi/dialect.ts';

/** A new account with an inbox of this channel, which has these settings, and a conversation in it. */
export async function givenConversationWith(test: TestApp, settings: object, channel: object = { type: 'api' }) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account, channel);
  const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, settings);
  if (changed.status !== 200) throw new Error(`cannot change the inbox: ${changed.text}`);
  const conversation = await givenConversationIn(account, inbox);
  return { account, inbox, conversation };
}

/**
 * One more conversation in the inbox with a new contact, who has only a name unless `contact` says otherwise; as the
 * API shows it.
 */
export async function givenConversationIn(
  account: TestAccount,
  inbox: { id: number },
  contact: object = { name: 'Carla' },
) {
  const { id } = await givenContact(account, contact);
  const { status, body, text } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id });
  if (!isCreated(status)) throw new Error(`cannot create a conversation: ${text}`);
  return body;
}

/** The messages among the newest 20 of the conversation that the system wrote by itself, oldest first. */
export async function templatesOf(account: TestAccount, conversation: { id: number }) {
  const messages = await messagesOf(account, conversation);
  return messages.filter(({ message_type: type }: { message_type: number }) => type === 3);
}

/** The texts of the messages that `templatesOf` returns. */
export async function automaticTexts(account: TestAccount, conversation: { id: number }): Promise<string[]> {
  return (await templatesOf(account, conversation)).map(({ content }: { content: string }) => content);
}

/** Creates a campaign, once in an account, and marks the conversations of the inbox as begun by it. */
export async function beginByCampaign(test: TestApp, account: TestAccount, inbox: { id: number }): Promise<void> {
  const now = new Date();
  const { id } = await test
    .rows()
    .insertInto('campaigns')
    .values({
      account_id: account.id,
      inbox_id: inbox.id,
      display_id: 1,
      title: 'Sale',
      message: 'Everything must go',
      trigger_rules: '{}' as never,
      template_params: '{}' as never,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.rows().updateTable('conversations').set({ campaign_id: id }).where('inbox_id', '=', inbox.id).execute();
}
