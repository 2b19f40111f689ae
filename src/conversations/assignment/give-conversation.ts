import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { changesBetween } from '../../wire/payloads.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';
import { countConversation } from '../count-conversation.ts';
import { followConversation } from '../participants/follow-conversation.ts';
import { noteActivity } from '../messages/note-activity.ts';

/** Whom a conversation is given to: nobody, a person or a bot; and a team. */
export type Holders = { assigneeId: number | null; assigneeBotId: number | null; teamId: number | null };

/** Who has the conversation now. */
export function holdersOf({ assignee, assigneeBot, team }: ConversationRecord): Holders {
  return {
    assigneeId: assignee?.id ?? null,
    assigneeBotId: assigneeBot?.id ?? null,
    teamId: team?.id ?? null,
  };
}

/**
 * Gives the conversation to others, with all that belongs to it: its counts, the new assignee as a participant, the
 * activity message that `describe` words, the event. To be called with the conversation locked; returns it as it is then.
 */
export async function giveConversation(
  em: EntityManager,
  before: ConversationRecord,
  holders: Holders,
  describe: (after: ConversationRecord) => string,
  now: Date,
): Promise<ConversationRecord> {
  const previous = holdersOf(before);
  const changes = changesBetween(columnsOf(previous), columnsOf(holders));
  if (changes.length === 0) return before;

  await db(em)
    .updateTable('conversations')
    .set({
      assignee_id: holders.assigneeId,
      assignee_bot_id: holders.assigneeBotId,
      team_id: holders.teamId,
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
  if (previous.assigneeId !== holders.assigneeId) {
    const counted = { accountId: before.account.id, inboxId: before.inbox.id, status: before.status };
    await countConversation(em, { ...counted, assigneeId: previous.assigneeId }, -1);
    await countConversation(em, { ...counted, assigneeId: holders.assigneeId }, +1);
    if (holders.assigneeId !== null) await followConversation(em, before, [holders.assigneeId], now);
  }

  const given = await readConversation(em, before.id);
  const after = await noteActivity(em, given, describe(given), now);
  await recordConversationUpdated(em, after, changes, now);
  return after;
}

/** In the names that Chatwoot's receivers look for. */
function columnsOf({ assigneeId, assigneeBotId, teamId }: Holders) {
  return { assignee_id: assigneeId, assignee_agent_bot_id: assigneeBotId, team_id: teamId };
}
