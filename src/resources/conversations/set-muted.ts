import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../events/facts.ts';
import { change } from '../../events/payloads.ts';
import { lockConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';
import { noteActivity } from '../messages/note-activity.ts';

/** Ends or resumes the notifications of a conversation; nothing is resolved or blocked (contract.md section 2). */
export function setMuted(
  em: EntityManager,
  conversation: ConversationRow,
  input: { muted: boolean; actor: Actor },
  now: Date,
): Promise<ConversationRow> {
  return inTransaction(em, async (em) => {
    const before = await lockConversation(em, conversation.id);
    if (before.muted === input.muted) return before;
    await db(em)
      .updateTable('conversations')
      .set({ muted: input.muted, updated_at: now })
      .where('id', '=', before.id)
      .execute();

    const activity = `${input.actor.name} ${input.muted ? 'muted' : 'unmuted'} the conversation`;
    const after = await noteActivity(em, { ...before, muted: input.muted, updatedAt: now }, activity, now);
    await recordConversationUpdated(em, after, [change('muted', before.muted, after.muted)], now);
    return after;
  });
}
