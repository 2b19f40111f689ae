import type { Tx } from '../../../db/tx.ts';
import { setCustomAttributes } from '../../../conversations/set-custom-attributes.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Actor } from '../../../records/actor.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { lockConversation } from '../../../records/read-conversations.ts';

/**
 * Removes the custom attributes `names` of the conversation with this row key; missing ones are ignored.
 * @throws AppError as `setCustomAttributes` does
 */
export function removeCustomAttributes(
  tx: Tx,
  id: number,
  { names, actor }: { names: readonly string[]; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const { customAttributes: before } = await lockConversation(tx, id);
    const left = Object.entries(before).filter(([name]) => !names.includes(name));
    return setCustomAttributes(tx, id, { customAttributes: Object.fromEntries(left), merge: false, actor }, now);
  });
}
