import { SIGN_MS } from '../../src/presence/durations.ts';
import { notePresence } from '../../src/presence/note-presence.ts';
import type { Tx } from '../../src/db/tx.ts';

/** Stores that the contact was seen at `now`, without a socket: the contact is online for `SIGN_MS` from then. */
export async function noteContactSeen(tx: Tx, contact: { id: number; accountId: number }, now: Date): Promise<void> {
  const people = { accountId: contact.accountId, userIds: [], contactIds: [contact.id] };
  await notePresence(tx, people, new Date(now.getTime() + SIGN_MS));
}
