import { randomUUID } from 'node:crypto';
import { givenContact, givenInbox, type TestAccount } from '../factories.ts';
import type { MailServer } from '../servers/smtp.ts';

/** The settings with which an inbox sends through this server. */
export function smtpOf(server: MailServer): object {
  const { hostname, port, username, password } = new URL(server.url);
  return {
    smtp_enabled: true,
    smtp_address: hostname,
    smtp_port: Number(port),
    smtp_login: username,
    smtp_password: password,
    smtp_authentication: 'login',
  };
}

/** An inbox with an address of its own; `channel` is added to its settings. */
export async function givenMailInbox(account: TestAccount, channel: object = {}, name = 'Support') {
  const address = `support-${randomUUID()}@acme.example`;
  const inbox = await givenInbox(account, { type: 'email', email: address, ...channel }, name);
  return { id: inbox.id, address };
}

/** A conversation in the inbox with a contact of its own; `more` is added to the request. */
export async function givenMailConversation(account: TestAccount, inbox: { id: number }, more: object = {}) {
  const email = `carla-${randomUUID()}@example.com`;
  const contact = await givenContact(account, { name: 'Carla', email });
  const { body, text } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    ...more,
  });
  if (!body?.id) throw new Error(`cannot create a conversation: ${text}`);
  return { id: body.id as number, uuid: String(body.uuid), email };
}
