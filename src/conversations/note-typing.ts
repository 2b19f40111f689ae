import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversationRow } from '../records/read-conversations.ts';
import { recordTyping } from '../events/record-conversation.ts';

/** Tells whoever listens that `actor` began or ceased to write, with `isPrivate` a note for the team. Nothing changes. */
export function noteTyping(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { isTyping: boolean; isPrivate: boolean; actor: Actor },
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await lockConversationRow(em, conversation.id);
    await recordTyping(em, conversation, input, now);
  });
}
