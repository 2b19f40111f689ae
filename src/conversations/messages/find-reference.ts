import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import { idIn } from '../../fields/id-in.ts';

/**
 * The attributes that name the message which a new one answers, by its id and by its id in the channel (null = it has
 * none). Where both are given, only the id counts. Both are null when the conversation has no such message.
 */
export async function findReference(
  tx: Tx,
  conversationId: number,
  { in_reply_to: given, in_reply_to_external_id: sourceId }: Attributes,
): Promise<Attributes> {
  const id = idIn(String(given ?? ''));
  const externalId = String(sourceId ?? '');
  if (id === null && externalId === '') return { in_reply_to: null, in_reply_to_external_id: null };

  const query = tx.db.selectFrom('messages').select(['id', 'source_id']).where('conversation_id', '=', conversationId);
  const known =
    id !== null ? query.where('id', '=', id) : query.where('source_id', '=', externalId).orderBy('id', 'desc').limit(1);
  const target = await known.executeTakeFirst();
  return { in_reply_to: target?.id ?? null, in_reply_to_external_id: target?.source_id ?? null };
}
