import type { TestApp } from '../app.ts';
import { pathOf, toggle } from '../conversation-calls.ts';
import { givenContact, givenConversation, givenFile, type TestAccount } from '../factories.ts';
import { DAY } from '../../../src/time.ts';

/** Makes what the account has in this conversation as old as if it had happened `days` ago. */
export async function ageConversation(
  test: TestApp,
  account: TestAccount,
  { id: number }: { id: number },
  days: number,
): Promise<void> {
  const then = new Date(Date.now() - days * DAY);
  const { id } = await test
    .rows()
    .updateTable('conversations')
    .set({ last_activity_at: then, created_at: then })
    .where('account_id', '=', account.id)
    .where('display_id', '=', number)
    .returning('id')
    .executeTakeFirstOrThrow();
  await test.rows().updateTable('messages').set({ created_at: then }).where('conversation_id', '=', id).execute();
  await test.rows().updateTable('attachments').set({ created_at: then }).where('conversation_id', '=', id).execute();
}

/** The same for a contact that has neither been changed nor active since. */
export async function ageContact(test: TestApp, { id }: { id: number }, days: number): Promise<void> {
  const then = new Date(Date.now() - days * DAY);
  const times = { created_at: then, updated_at: then, last_activity_at: then };
  await test.rows().updateTable('contacts').set(times).where('id', '=', id).execute();
}

/** A conversation with a file, which is as old as if all of it had happened `days` ago, and its contact as well. */
export async function givenOld(
  test: TestApp,
  account: TestAccount,
  days: number,
  { status = 'resolved' }: { status?: 'open' | 'resolved' } = {},
) {
  const conversation = await givenConversation(account);
  const file = await givenFile(account, conversation.id);
  if (status === 'resolved') await toggle(account, conversation, 'resolved');
  await ageConversation(test, account, conversation, days);
  await ageContact(test, conversation.meta.sender, days);
  return { conversation, contact: conversation.meta.sender as { id: number }, file };
}

/** A contact without conversations that is as old as if it had been made `days` ago. */
export async function givenOldContact(test: TestApp, account: TestAccount, days: number) {
  const contact = await givenContact(account, { name: `Contact of ${days} days` });
  await ageContact(test, contact, days);
  return contact as { id: number };
}

/** The statuses of answers to GET for the conversations. */
export async function statusesOf(account: TestAccount, conversations: { id: number }[]): Promise<number[]> {
  const answers = await Promise.all(conversations.map((conversation) => account.call('GET', pathOf(conversation))));
  return answers.map(({ status }) => status);
}
