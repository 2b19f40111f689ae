import { isDeepStrictEqual } from 'node:util';
import { json } from '../../../db/dialect.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Claims } from '../../../entities/contact-inbox.ts';
import { tell } from '../../../events/tell.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';

/** Stores changed claims. To be called in a transaction. */
export async function keepClaims(
  tx: Tx,
  accountId: number,
  { contactInbox }: ContactCaller,
  claims: Claims,
  now: Date,
): Promise<void> {
  if (isDeepStrictEqual(claims, contactInbox.claims)) return;
  await writeClaims(tx, accountId, contactInbox.id, claims, now);
}

/** Stores the claims of a contact inbox, and shows them to the team in its newest conversation. */
export async function writeClaims(
  tx: Tx,
  accountId: number,
  contactInboxId: number,
  claims: Claims,
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('contact_inboxes')
    .set({ claims: json(claims), updated_at: now })
    .where('id', '=', contactInboxId)
    .execute();
  const newest = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_inbox_id', '=', contactInboxId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest) await tell(tx, { is: 'contact changed', accountId, conversationId: newest.id });
}
