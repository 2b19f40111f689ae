import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';

const MESSAGE_ID = /^\d{1,9}$/;

/**
 * The attributes of a message with what it answers named both by its id and by its name in the channel; what is not in
 * the conversation, by neither. Empty unless it answers one.
 */
export async function findReference(
  em: EntityManager,
  conversation: ConversationRecord,
  { in_reply_to: id, in_reply_to_external_id: sourceId }: Attributes,
): Promise<Attributes> {
  if (id === undefined && sourceId === undefined) return {};

  const query = db(em)
    .selectFrom('messages')
    .select(['id', 'source_id'])
    .where('conversation_id', '=', conversation.id);
  const known = MESSAGE_ID.test(String(id ?? ''))
    ? query.where('id', '=', Number(id))
    : query
        .where('source_id', '=', String(sourceId ?? ''))
        .orderBy('id', 'desc')
        .limit(1);
  const target = await known.executeTakeFirst();
  return { in_reply_to: target?.id ?? null, in_reply_to_external_id: target?.source_id ?? null };
}
