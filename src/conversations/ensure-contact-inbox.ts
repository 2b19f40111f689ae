import type { Tx } from '../db/tx.ts';
import { randomUUID } from 'node:crypto';
import type { Reachable, SourceIds } from '../channels/channel.ts';
import { findChannel } from '../channels/find-channel.ts';
import { json, withKeyShareLock, takeAdvisoryLock } from '../db/dialect.ts';
import type { Claims } from '../entities/contact-inbox.ts';
import { found, invalidField } from '../errors.ts';
import { isActiveInbox } from '../records/active-inboxes.ts';
import { newToken } from '../secrets.ts';
import { type ContactInboxKey, findById, removeKeys } from './contact-keys.ts';

export type { ContactInboxKey } from './contact-keys.ts';

type Wanted = { contactId: number; inboxId: number; sourceId: string | null };

/**
 * The contact's row for the inbox: the row with `sourceId`, the oldest without a source id, or else a new row. Only a new row
 * gets `hmacVerified`, `madeContact` (the contact was just added with it) and `claims`. The channel supplies a missing source
 * id: the contact's e-mail address or phone number, or a UUID. If source ids are addresses, this one is taken from any other
 * contact. To be called in a transaction.
 * @throws AppError `invalid` when the source id does not suit the channel, belongs to another contact in the inbox (unless it
 *   is an address), or the contact lacks a value that the channel needs; `not_found` when the inbox or the contact has been
 *   deleted
 */
export async function ensureContactInbox(
  tx: Tx,
  input: Wanted & { hmacVerified: boolean; madeContact?: boolean; claims?: Claims },
  now: Date,
): Promise<ContactInboxKey> {
  const existing = (await find(tx, input)) ?? (await findInTurn(tx, input));
  if (existing?.contactId === input.contactId) return existing;

  const { sourceIds, contact } = await lockParents(tx, input);
  if (existing && !sourceIds.areAddresses) throw invalidField('source_id', 'should be unique');
  const sourceId = input.sourceId ?? sourceIds.of(contact) ?? randomUUID();
  const problem = sourceIds.problem(sourceId);
  if (problem !== null) throw invalidField('source_id', problem);
  if (sourceIds.areAddresses) await freeSourceId(tx, input.inboxId, sourceId);
  const row = await tx.db
    .insertInto('contact_inboxes')
    .values({
      contact_id: input.contactId,
      inbox_id: input.inboxId,
      source_id: sourceId,
      pubsub_token: newToken(),
      hmac_verified: input.hmacVerified,
      made_contact: input.madeContact ?? false,
      claims: json(input.claims ?? {}),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['inbox_id', 'source_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another transaction was faster with the same source id.
  if (!row) return ensureContactInbox(tx, input, now);
  return { id: row.id, contactId: input.contactId, inboxId: input.inboxId, sourceId };
}

/** Locks the inbox before the contact, as other transactions do. */
async function lockParents(tx: Tx, input: Wanted): Promise<{ sourceIds: SourceIds; contact: Reachable }> {
  const inbox = tx.db
    .selectFrom('inboxes as i')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .select(['ch.type', 'ch.settings'])
    .where('i.id', '=', input.inboxId)
    .where(isActiveInbox('i'));
  const contact = tx.db
    .selectFrom('contacts')
    .select(['email', 'phone_number as phoneNumber'])
    .where('id', '=', input.contactId);
  const { type, settings } = found(await withKeyShareLock(tx, inbox).executeTakeFirst(), 'Inbox');
  return {
    sourceIds: findChannel(type).sourceIds(settings),
    contact: found(await withKeyShareLock(tx, contact).executeTakeFirst(), 'Contact'),
  };
}

const SOURCE_ID_LENGTH = 255;

/** Frees an address for its new contact: the contact who had it before is no longer reached by it. */
async function freeSourceId(tx: Tx, inboxId: number, sourceId: string): Promise<void> {
  const end = ` until ${randomUUID()}`;
  await removeKeys(tx, inboxId, [sourceId]);
  await tx.db
    .updateTable('contact_inboxes')
    .set({ source_id: `${sourceId.slice(0, SOURCE_ID_LENGTH - end.length).toWellFormed()}${end}` })
    .where('inbox_id', '=', inboxId)
    .where('source_id', '=', sourceId)
    .execute();
}

/** As `find`, one transaction after the other: two at once would give the contact two rows in the inbox. */
async function findInTurn(tx: Tx, input: Wanted) {
  await takeAdvisoryLock(tx, 'contact inboxes', input.contactId);
  return find(tx, input);
}

async function find(tx: Tx, { contactId, inboxId, sourceId }: Wanted): Promise<ContactInboxKey | null> {
  if (sourceId !== null) return findById(tx, inboxId, sourceId);
  const oldest = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'contact_id as contactId', 'inbox_id as inboxId', 'source_id as sourceId'])
    .where('inbox_id', '=', inboxId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return oldest ?? null;
}
