import { db, type EntityManager } from '../../db/orm.ts';
import type { Actor } from '../../events/facts.ts';
import { change } from '../../events/payloads.ts';
import { type ConversationRow, readConversation } from '../../events/read-conversations.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';
import { countConversation } from '../messages/count-conversation.ts';
import { noteActivity } from '../messages/note-activity.ts';

/** Gives the conversation to a member of the account, or with null to nobody. */
export function assignConversation(
  em: EntityManager,
  conversation: ConversationRow,
  input: { assigneeId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRow> {
  return em.transactional(async (em) => {
    const previousId = conversation.assignee?.id ?? null;
    if (previousId === input.assigneeId) return conversation;
    await db(em)
      .updateTable('conversations')
      .set({ assignee_id: input.assigneeId, updated_at: now })
      .where('id', '=', conversation.id)
      .execute();
    const counted = { accountId: conversation.account.id, inboxId: conversation.inbox.id, status: conversation.status };
    await countConversation(em, { ...counted, assigneeId: previousId }, -1);
    await countConversation(em, { ...counted, assigneeId: input.assigneeId }, +1);

    const assigned = await readConversation(em, conversation.id);
    const after = await noteActivity(em, assigned, describe(assigned, input.actor), now);
    await recordConversationUpdated(em, after, [change('assignee_id', previousId, input.assigneeId)], now);
    return after;
  });
}

function describe(conversation: ConversationRow, actor: Actor): string {
  if (!conversation.assignee) return `${actor.name} unassigned this conversation`;
  if (actor.type === 'User' && actor.id === conversation.assignee.id) return `${actor.name} took this conversation`;
  return `${actor.name} assigned this conversation to ${conversation.assignee.name}`;
}
