import { sql } from 'kysely';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { HOUR, SECOND } from '../../time.ts';
import { jobsOfLastHour } from '../jobs-of-last-hour.ts';

/** The most transcripts, and automatic mails, that visitors of an account may have sent in an hour to addresses that they have not answered from. */
export const MOST_UNPROVED = 20;

/**
 * Whether the address is the contact's own: they have answered a mail from it, or the website has said so with a proof. Anybody
 * may type any other address, also one from which another contact has answered.
 */
export async function isProvedAddress(
  tx: Tx,
  { contact, contactInbox }: Pick<ConversationRecord, 'contact' | 'contactInbox'>,
  email: string,
): Promise<boolean> {
  if (contactInbox.hmacVerified && contact.email === email) return true;
  const answered = await tx.db
    .selectFrom('contact_inboxes')
    .select('id')
    .where('contact_id', '=', contact.id)
    .where('proved_email', '=', email)
    .limit(1)
    .executeTakeFirst();
  return answered !== undefined;
}

/**
 * Limits the transcripts to addresses that are not proved, by all visitors together. To be called in the transaction that queues
 * another one. @throws AppError `too_many_requests`
 */
export async function checkUnproved(tx: Tx, accountId: number, kind: string, now: Date): Promise<void> {
  await takeAdvisoryLock(tx, 'transcripts', accountId);
  const sent = await jobsOfLastHour(tx, accountId, kind, now)
    .select('id')
    .where(sql<string>`cast(payload ->> 'unproved' as text)`, 'in', ['true', '1'])
    .limit(MOST_UNPROVED)
    .execute();
  if (sent.length < MOST_UNPROVED) return;
  throw new AppError('too_many_requests', 'Too many requests', {
    detail: `visitors have had ${MOST_UNPROVED} transcripts sent to addresses that they have not answered from; try again in an hour`,
    retryAfter: HOUR / SECOND,
  });
}

/** Notes that the contact has answered a mail from the address. */
export async function noteProvedEmail(tx: Tx, contactInboxId: number, email: string): Promise<void> {
  await tx.db
    .updateTable('contact_inboxes')
    .set({ proved_email: email })
    .where('id', '=', contactInboxId)
    .where((eb) => eb.or([eb('proved_email', 'is', null), eb('proved_email', '!=', email)]))
    .execute();
}
