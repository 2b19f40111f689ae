import type { Tx } from '../db/tx.ts';

// A provider may use several ids for a contact: answers go to the source id of the contact inbox, and the others are its
// keys. In an inbox, each id belongs to a single contact, as source id or key.

/** The row of a contact in an inbox. */
export type ContactInboxKey = { id: number; contactId: number; inboxId: number; sourceId: string };

/** The contact inboxes that have these ids in an inbox, by id. */
export type KnownIds = ReadonlyMap<string, ContactInboxKey>;

/** Finds the ids that are known in the inbox. */
export async function findByIds(tx: Tx, inboxId: number, ids: readonly string[]): Promise<KnownIds> {
  if (ids.length === 0) return new Map();
  const bySourceId = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'contact_id as contactId', 'source_id as sourceId'])
    .where('inbox_id', '=', inboxId)
    .where('source_id', 'in', ids)
    .execute();
  const byKey = await tx.db
    .selectFrom('contact_keys as k')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'k.contact_inbox_id')
    .select(['k.key', 'ci.id', 'ci.contact_id as contactId', 'ci.source_id as sourceId'])
    .where('k.inbox_id', '=', inboxId)
    .where('k.key', 'in', ids)
    .execute();
  return new Map([
    ...byKey.map(({ key, ...row }) => [key, { ...row, inboxId }] as const),
    ...bySourceId.map((row) => [row.sourceId, { ...row, inboxId }] as const),
  ]);
}

/** The contact inbox that is known by this id, its source id or another one; null = none is. */
export async function findById(tx: Tx, inboxId: number, id: string): Promise<ContactInboxKey | null> {
  return (await findByIds(tx, inboxId, [id])).get(id) ?? null;
}

/** Adds keys to a contact inbox. They must not be known in the inbox yet; what another transaction has just added stays there. */
export async function addKeys(
  tx: Tx,
  { id, inboxId }: Pick<ContactInboxKey, 'id' | 'inboxId'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.db
    .insertInto('contact_keys')
    .values(keys.map((key) => ({ inbox_id: inboxId, key, contact_inbox_id: id })))
    .onConflict((conflict) => conflict.columns(['inbox_id', 'key']).doNothing())
    .execute();
}

/** Removes keys of contacts of the inbox. */
export async function removeKeys(tx: Tx, inboxId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.db.deleteFrom('contact_keys').where('inbox_id', '=', inboxId).where('key', 'in', keys).execute();
}

/** Has answers go to another id, which no other contact of the inbox has; the source id until now is no key by that. */
export async function changeSourceId(
  tx: Tx,
  { id, inboxId }: Pick<ContactInboxKey, 'id' | 'inboxId'>,
  sourceId: string,
  now: Date,
): Promise<void> {
  await removeKeys(tx, inboxId, [sourceId]);
  await tx.db
    .updateTable('contact_inboxes')
    .set({ source_id: sourceId, updated_at: now })
    .where('id', '=', id)
    .execute();
}
