import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attributes } from '../entities/columns.ts';
import { continueChain } from '../events/continue-chain.ts';
import { changesBetween } from '../wire/changes.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { typedAttributes } from '../records/attributes/typed-attributes.ts';
import { mergedAttributes } from '../fields/merged-attributes.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { updateConversation } from './update-conversation.ts';

/**
 * Replaces the custom attributes of the conversation with this row key; with `merge`, only those that are given.
 * @throws AppError `invalid` as `typedAttributes`, and when merging would make them too large
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function setCustomAttributes(
  tx: Tx,
  id: number,
  input: { customAttributes: Attributes; merge: boolean; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const owner = { accountId: before.account.id, model: 'conversation_attribute' } as const;
    const given = await typedAttributes(tx, owner, input.customAttributes, before.customAttributes);
    const customAttributes = input.merge
      ? mergedAttributes('custom_attributes', before.customAttributes, given)
      : given;
    const changes = changesBetween(
      { custom_attributes: before.customAttributes },
      { custom_attributes: customAttributes },
    );
    if (changes.length === 0) return before;
    const chain = await continueChain(tx, before, input.actor, now);
    const after = await updateConversation(tx, before, { customAttributes, chain, updatedAt: now });
    await recordConversationUpdated(tx, after, changes, now);
    return after;
  });
}
