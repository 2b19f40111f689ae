import type { Tx } from '../db/tx.ts';
import { readPresentContacts, readPresentUsers } from '../presence/read-present.ts';
import type { Subscriber } from './subscriber.ts';

/** The users who are online in a subscriber's account, as JSON; for the team, also contacts. */
export async function presenceUpdate(tx: Tx, { kind, accountId }: Subscriber, now: Date): Promise<string> {
  const users = Object.fromEntries(await readPresentUsers(tx, accountId, now));
  const contactIds = kind === 'agent' ? await readPresentContacts(tx, accountId, now) : null;
  const contacts = contactIds && Object.fromEntries(contactIds.map((id) => [id, 'online']));
  const data = { account_id: accountId, users, ...(contacts && { contacts }) };
  return JSON.stringify({ event: 'presence.update', data });
}
