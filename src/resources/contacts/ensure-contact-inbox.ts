import { randomUUID } from 'node:crypto';
import { kept, oneAtATime } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found, invalidField } from '../../errors.ts';

/** A contact as known in one inbox; the row's key. */
export type ContactInboxKey = { id: number; contactId: number; inboxId: number; sourceId: string };

/**
 * The contact's row for the inbox: the one with `sourceId`, else any it has, else a new one; a missing source id becomes
 * a UUID. To be called in a transaction.
 * @throws AppError `invalid` when another contact has that source id in the inbox, `not_found` when the inbox or the
 *   contact has been deleted meanwhile
 */
export async function ensureContactInbox(
  em: EntityManager,
  input: { contactId: number; inboxId: number; sourceId: string | null; hmacVerified: boolean },
  now: Date,
): Promise<ContactInboxKey> {
  const existing = (await find(em, input)) ?? (await findAlone(em, input));
  if (existing && existing.contactId !== input.contactId) throw invalidField('source_id', 'should be unique');
  if (existing) return existing;

  await holdParents(em, input);
  const sourceId = input.sourceId ?? randomUUID();
  const row = await db(em)
    .insertInto('contact_inboxes')
    .values({
      contact_id: input.contactId,
      inbox_id: input.inboxId,
      source_id: sourceId,
      hmac_verified: input.hmacVerified,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['inbox_id', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody else was faster with the same source id.
  if (!row) return ensureContactInbox(em, input, now);
  return { id: row.id, contactId: input.contactId, inboxId: input.inboxId, sourceId };
}

/** The inbox before the contact, as others have it. */
async function holdParents(em: EntityManager, input: Sought): Promise<void> {
  const inbox = db(em).selectFrom('inboxes').select('id').where('id', '=', input.inboxId);
  const contact = db(em).selectFrom('contacts').select('id').where('id', '=', input.contactId);
  found(await kept(em, inbox).executeTakeFirst(), 'Inbox');
  found(await kept(em, contact).executeTakeFirst(), 'Contact');
}

type Sought = { contactId: number; inboxId: number; sourceId: string | null };

/** As `find`, when it is this request's turn: two at once would give the contact two names in the inbox. */
async function findAlone(em: EntityManager, input: Sought) {
  await oneAtATime(em, 'contact inboxes', input.contactId);
  return find(em, input);
}

async function find(em: EntityManager, input: Sought) {
  const query = db(em)
    .selectFrom('contact_inboxes')
    .select(['id', 'contact_id as contactId', 'inbox_id as inboxId', 'source_id as sourceId'])
    .where('inbox_id', '=', input.inboxId);
  return input.sourceId === null
    ? query.where('contact_id', '=', input.contactId).orderBy('id').limit(1).executeTakeFirst()
    : query.where('source_id', '=', input.sourceId).executeTakeFirst();
}
