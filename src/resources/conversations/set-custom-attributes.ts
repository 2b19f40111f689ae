import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import { change } from '../../events/payloads.ts';
import { type ConversationRow, readConversation } from '../../events/read-conversations.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';

/** Replaces the conversation's custom attributes, or with `merge` adds to them. */
export function setCustomAttributes(
  em: EntityManager,
  conversation: ConversationRow,
  input: { customAttributes: Attributes; merge: boolean },
  now: Date,
): Promise<ConversationRow> {
  return em.transactional(async (em) => {
    // Locked before it is read, or two merges at once would keep the keys of one.
    await db(em).updateTable('conversations').set({ updated_at: now }).where('id', '=', conversation.id).execute();
    const before = await readConversation(em, conversation.id);
    const customAttributes = input.merge ? { ...before.customAttributes, ...input.customAttributes } : input.customAttributes;
    await db(em)
      .updateTable('conversations')
      .set({ custom_attributes: json(customAttributes) })
      .where('id', '=', before.id)
      .execute();

    const after = { ...before, customAttributes };
    const changes = [change('custom_attributes', before.customAttributes, customAttributes)];
    await recordConversationUpdated(em, after, changes, now);
    return after;
  });
}
