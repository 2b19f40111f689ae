import type { Tx } from '../../db/tx.ts';

/** Where a message is. */
export type MessagePlace = { messageId: number; conversationId: number };

/** The message of the inbox with the first of these keys (channels/receiving/source-key.ts) that is known; null = none is. */
export async function findBySource(tx: Tx, inboxId: number, keys: readonly string[]): Promise<MessagePlace | null> {
  if (keys.length === 0) return null;
  const rows = await tx.db
    .selectFrom('message_sources as s')
    .innerJoin('messages as m', 'm.id', 's.message_id')
    .select(['s.key', 's.message_id as messageId', 'm.conversation_id as conversationId'])
    .where('s.inbox_id', '=', inboxId)
    .where('s.key', 'in', keys)
    .execute();
  const first = keys.map((key) => rows.find((row) => row.key === key)).find((row) => row !== undefined);
  return first ? { messageId: first.messageId, conversationId: first.conversationId } : null;
}

/** Whether the message is known by this key alone, as long as only ids told messages apart. */
export async function hasOneSource(tx: Tx, { messageId }: MessagePlace): Promise<boolean> {
  const rows = await tx.db
    .selectFrom('message_sources')
    .select('key')
    .where('message_id', '=', messageId)
    .limit(2)
    .execute();
  return rows.length === 1;
}

/** Stores these keys of the message in its channel, except keys of other messages. */
export async function writeSources(
  tx: Tx,
  { inboxId, messageId }: { inboxId: number; messageId: number },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.db
    .insertInto('message_sources')
    .values(keys.map((key) => ({ inbox_id: inboxId, key, message_id: messageId })))
    .onConflict((conflict) => conflict.columns(['inbox_id', 'key']).doNothing())
    .execute();
}

/** Has no message of the inbox have this key any more. */
export async function removeSource(tx: Tx, inboxId: number, key: string): Promise<void> {
  await tx.db.deleteFrom('message_sources').where('inbox_id', '=', inboxId).where('key', '=', key).execute();
}
