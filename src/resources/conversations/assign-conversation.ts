import { db, type EntityManager } from '../../db/orm.ts';
import type { Actor } from '../../events/facts.ts';
import { change } from '../../events/payloads.ts';
import { lockConversation, readConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
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
    const before = await lockConversation(em, conversation.id);
    const previousId = before.assignee?.id ?? null;
    if (previousId === input.assigneeId) return before;
    await db(em)
      .updateTable('conversations')
      .set({ assignee_id: input.assigneeId, updated_at: now })
      .where('id', '=', before.id)
      .execute();
    const counted = { accountId: before.account.id, inboxId: before.inbox.id, status: before.status };
    await countConversation(em, { ...counted, assigneeId: previousId }, -1);
    await countConversation(em, { ...counted, assigneeId: input.assigneeId }, +1);

    const assigned = await readConversation(em, before.id);
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
