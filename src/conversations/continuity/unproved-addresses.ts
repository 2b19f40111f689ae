import { sql } from 'kysely';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { HOUR, SECOND } from '../../time.ts';
import { jobsOfLastHour } from '../jobs-of-last-hour.ts';

/** The most transcripts, and automatic mails, that visitors of an account may have sent in an hour to addresses that nobody has answered from. */
export const MOST_UNPROVED = 20;

/**
 * Whether the address is the contact's own: somebody has answered a mail of the account from it, or the website has said so
 * with a proof. Anybody may type any other address.
 */
export async function isProvedAddress(
  tx: Tx,
  { account, contact, contactInbox }: Pick<ConversationRecord, 'account' | 'contact' | 'contactInbox'>,
  email: string,
): Promise<boolean> {
  if (contactInbox.hmacVerified && contact.email === email) return true;
  const answered = await tx.db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('contacts as c', 'c.id', 'ci.contact_id')
    .select('ci.id')
    .where('ci.proved_email', '=', email)
    .where('c.account_id', '=', account.id)
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
    detail: `visitors have had ${MOST_UNPROVED} transcripts sent to addresses that nobody has answered from; try again in an hour`,
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
