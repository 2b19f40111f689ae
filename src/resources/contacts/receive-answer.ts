import { randomUUID } from 'node:crypto';
import { isAnswerOf } from '../../channels/email/answer-addresses.ts';
import type { ReceivedMessage, ReceivedThread } from '../../channels/receiving/receiver.ts';
import { noteProvedEmail } from '../../conversations/continuity/unproved-addresses.ts';
import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { isAutoresponse } from '../../events/is-autoresponse.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import type { AccountRecord } from '../../records/account.ts';
import { type ContactCaller, findContactCaller } from '../../records/public/contact-caller.ts';
import { receiveContact } from './receive-contact.ts';

/** The author of a mailed answer, its conversation, and the ids of the messages that it answers there. */
export type Answerer = { caller: ContactCaller; thread: ReceivedThread; answers: readonly string[] };

/** Names no conversation: the message begins a new one. */
const NEW: ReceivedThread = { uuid: null, sourceIds: [] };

/**
 * The author of a mailed answer to a contact's conversation in an inbox without an address: the contact, if the mail comes
 * from their address. Any other sender with the reply address starts their own conversation, so that they neither write as
 * the contact nor where the contact reads it.
 * @throws AppError as `receiveContact` does
 */
export async function receiveAnswer(
  tx: Tx,
  place: { account: AccountRecord; inboxId: number },
  { from, thread, answers = [], contentType = 'text', contentAttributes = {} }: ReceivedMessage,
  now: Date,
): Promise<Answerer> {
  const { inboxId } = place;
  const known = await findSourceId(tx, inboxId, thread?.uuid ?? null, from.email ?? '');
  if (known !== null && thread) {
    const caller = found(await findContactCaller(tx, inboxId, known), 'Contact');
    // A program answers by itself, also where its owner has asked for nothing.
    if (!isAutoresponse({ contentType, contentAttributes }) && hasGotMail(tx, thread, from.email ?? '')) {
      await noteProvedEmail(tx, caller.contactInbox.id, (from.email ?? '').toLowerCase());
    }
    return { caller, thread, answers };
  }
  // Their address is no source id: such ids must not be guessed here.
  const caller = await receiveContact(tx, place, { ...from, sourceId: randomUUID() }, null, now);
  return { caller, thread: NEW, answers: [] };
}

/** Whether the answer shows that a mail has reached the address: anybody may write that an answer is from there. */
function hasGotMail(tx: Tx, { uuid, addresses = [] }: ReceivedThread, email: string): boolean {
  const { vault } = tx.installation;
  return uuid !== null && addresses.some((address) => isAnswerOf(vault, { uuid, email }, address));
}

/** The source id of the conversation's contact, if they have this address; null = no such conversation, or another address. */
async function findSourceId(tx: Tx, inboxId: number, uuid: string | null, email: string): Promise<string | null> {
  if (uuid === null) return null;
  const row = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'c.contact_inbox_id')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .select(['ci.source_id as sourceId', 'ci.claims', 'p.email'])
    .where('c.inbox_id', '=', inboxId)
    .where('c.uuid', '=', uuid)
    .executeTakeFirst();
  if (!row) return null;
  const address = mailAddressOf({ contact: row, contactInbox: row });
  return address?.toLowerCase() === email.toLowerCase() ? row.sourceId : null;
}
