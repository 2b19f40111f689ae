import type { Tx } from '../../db/tx.ts';
import { assignConversation } from '../assignment/assign-conversation.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { idOrNothing, nothing } from './params.ts';

/** `self` = who executes it; `last_responding_agent` = the agent who wrote to the contact last. */
const NAMED = ['self', 'last_responding_agent'] as const;
type Named = (typeof NAMED)[number];

/** Assigns to a member of the account, or with nothing to no one. */
export const assignAgent = actionKind<[number | Named | null]>({
  read: (given) => [NAMED.find((name) => name === given[0]) ?? idOrNothing(given)[0]],
  async run(tx, id, [assignee], { actor, now }) {
    const assigneeId = typeof assignee === 'string' ? await namedAgent(tx, id, assignee, actor) : assignee;
    // Where no agent has responded yet, the conversation stays as it is.
    if (assigneeId !== undefined) await assignConversation(tx, id, { assigneeId, actor }, now);
  },
});

export const removeAssignedAgent = actionKind<[]>({
  read: nothing,
  run: (tx, id, _, { actor, now }) => assignConversation(tx, id, { assigneeId: null, actor }, now),
});

async function namedAgent(
  tx: Tx,
  conversationId: number,
  name: Named,
  actor: ActionContext['actor'],
): Promise<number | undefined> {
  if (name === 'self') return actor.id;
  const last = await tx.db
    .selectFrom('messages as m')
    .innerJoin('account_users as w', (join) =>
      join.onRef('w.account_id', '=', 'm.account_id').onRef('w.user_id', '=', 'm.sender_id'),
    )
    .select('m.sender_id as id')
    .where('m.conversation_id', '=', conversationId)
    .where('m.message_type', '=', 'outgoing')
    .where('m.private', '=', false)
    .where('m.sender_type', '=', 'User')
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? undefined;
}
