import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { json } from '../db/dialect.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attributes } from '../entities/columns.ts';
import { continueChain } from '../events/continue-chain.ts';
import { changesBetween } from '../wire/payloads.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { mergedAttributes } from '../fields/merged-attributes.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';

/**
 * Replaces the conversation's custom attributes, or with `merge` adds to them.
 * @throws AppError `invalid` when there would be too many
 */
export function setCustomAttributes(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { customAttributes: Attributes; merge: boolean; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    const customAttributes = input.merge
      ? mergedAttributes('custom_attributes', locked.customAttributes, input.customAttributes)
      : input.customAttributes;
    const changes = changesBetween(
      { custom_attributes: locked.customAttributes },
      { custom_attributes: customAttributes },
    );
    if (changes.length === 0) return locked;
    const before = await continueChain(em, locked, input.actor, now);
    await db(em)
      .updateTable('conversations')
      .set({ custom_attributes: json(customAttributes), updated_at: now })
      .where('id', '=', before.id)
      .execute();

    const after = { ...before, customAttributes, updatedAt: now };
    await recordConversationUpdated(em, after, changes, now);
    return after;
  });
}
