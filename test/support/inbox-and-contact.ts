import type { TestApp } from './app.ts';
import { givenAccount, givenContact, givenInbox } from './factories.ts';

/** A new account with an inbox and a contact, and a request that creates a conversation of the two. */
export async function givenInboxAndContact(test: TestApp) {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
  const create = (more: object = {}) =>
    account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, ...more });
  return { account, inbox, contact, create };
}
