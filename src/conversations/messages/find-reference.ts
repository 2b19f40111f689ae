import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';

const MESSAGE_ID = /^\d{1,9}$/;

/**
 * The attributes that name the message which a new one answers, by its id and by its id in the channel; both null when
 * the conversation has no such message.
 */
export async function findReference(
  tx: Tx,
  conversationId: number,
  { in_reply_to: id, in_reply_to_external_id: sourceId }: Attributes,
): Promise<Attributes> {
  const query = tx.db.selectFrom('messages').select(['id', 'source_id']).where('conversation_id', '=', conversationId);
  const known = MESSAGE_ID.test(String(id ?? ''))
    ? query.where('id', '=', Number(id))
    : query
        .where('source_id', '=', String(sourceId ?? ''))
        .orderBy('id', 'desc')
        .limit(1);
  const target = await known.executeTakeFirst();
  return { in_reply_to: target?.id ?? null, in_reply_to_external_id: target?.source_id ?? null };
}
