import type { Actor } from '../records/actor.ts';
import type { EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordTyping } from '../events/record-conversation.ts';

/** Records that `actor` began or stopped writing; with `isPrivate`, a note for the team. The conversation stays as it is. */
export function noteTyping(
  em: EntityManager,
  id: number,
  input: { isTyping: boolean; isPrivate: boolean; actor: Actor },
  now: Date,
): Promise<void> {
  return inTransaction(em, async (em) => {
    await recordTyping(em, await lockConversation(em, id), input, now);
  });
}
