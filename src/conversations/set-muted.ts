import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/payloads.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { noteActivity } from './messages/note-activity.ts';

/** Ends or resumes the notifications of a conversation; nothing is resolved or blocked. */
export function setMuted(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { muted: boolean; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    if (locked.muted === input.muted) return locked;
    const before = await continueChain(em, locked, input.actor, now);
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
