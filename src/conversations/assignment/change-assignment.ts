import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { Chain, ConversationRecord } from '../../records/conversation.ts';
import { recordConversationUpdated } from '../../events/record-conversation.ts';
import { readAgentBots } from '../../records/read-agent-bots.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { readTeams } from '../../records/read-teams.ts';
import { changesBetween } from '../../wire/changes.ts';
import { countConversation } from '../count-conversation.ts';
import { writeActivity } from '../messages/write-activity.ts';
import { notifyOfAssignment } from '../notifications/notify-of-assignment.ts';
import { followConversation } from '../participants/follow-conversation.ts';
import { updateConversation } from '../update-conversation.ts';
import { askToAssign } from './ask-to-assign.ts';

/** The row keys of what a conversation is assigned to, a user or a bot, and of its team; null = none. */
export type Assignment = { assigneeId: number | null; assigneeBotId: number | null; teamId: number | null };

/** What the conversation is assigned to now. */
export function assignmentOf({ assignee, assigneeBot, team }: ConversationRecord): Assignment {
  return {
    assigneeId: assignee?.id ?? null,
    assigneeBotId: assigneeBot?.id ?? null,
    teamId: team?.id ?? null,
  };
}

/**
 * Assigns the locked conversation `before`, with counts, new participant, event, an activity message worded by `describe`,
 * and a notification of the new assignee; the same assignment changes nothing. The caller has checked that the assignee, bot
 * and team belong to the account. `chain`: the chain with this change; absent = unchanged. `actor` null = the system.
 * Returns the changed conversation.
 */
export async function changeAssignment(
  tx: Tx,
  before: ConversationRecord,
  { chain = before.chain, actor, ...assignment }: Assignment & { chain?: Chain; actor: Actor | null },
  describe: (after: ConversationRecord) => string,
  now: Date,
): Promise<ConversationRecord> {
  const previous = assignmentOf(before);
  const changes = changesBetween(columnsOf(previous), columnsOf(assignment));
  if (changes.length === 0) return before;

  const assigned = await readAssignment(tx, before, assignment);
  const activity = await writeActivity(tx, before, describe({ ...before, ...assigned }), now);
  const after = await updateConversation(tx, before, { ...assigned, chain, ...activity });
  const { assigneeId } = assignment;
  if (previous.assigneeId !== assigneeId) {
    const counted = { accountId: before.account.id, inboxId: before.inbox.id, status: before.status };
    await countConversation(tx, { ...counted, assigneeId: previous.assigneeId }, -1);
    await countConversation(tx, { ...counted, assigneeId }, +1);
    if (previous.assigneeId !== null && before.status === 'open') await askToAssign(tx, before.inbox, now);
    if (assigneeId !== null) await followConversation(tx, before, [assigneeId], now);
  }
  await recordConversationUpdated(tx, after, changes, now);
  if (previous.assigneeId !== assigneeId) await notifyOfAssignment(tx, after, actor, now);
  return after;
}

/** The user, the bot and the team of an assignment; what the conversation has already is not read again. */
async function readAssignment(tx: Tx, before: ConversationRecord, assignment: Assignment) {
  const { assigneeId, assigneeBotId, teamId } = assignment;
  const previous = assignmentOf(before);
  const isNew = (name: keyof Assignment) => assignment[name] !== previous[name];
  const idsOf = (id: number | null) => (id === null ? [] : [id]);
  const [user] = isNew('assigneeId') ? await readAssignees(tx, idsOf(assigneeId), before.account.id) : [];
  const [bot] = isNew('assigneeBotId') ? await readAgentBots(tx, idsOf(assigneeBotId)) : [];
  const [team] = isNew('teamId') ? await readTeams(tx, idsOf(teamId)) : [];
  return {
    assignee: isNew('assigneeId') ? (user ?? null) : before.assignee,
    assigneeBot: isNew('assigneeBotId') ? (bot ?? null) : before.assigneeBot,
    team: isNew('teamId') ? (team ?? null) : before.team,
  };
}

/** In the names that Chatwoot's receivers look for. */
function columnsOf({ assigneeId, assigneeBotId, teamId }: Assignment) {
  return { assignee_id: assigneeId, assignee_agent_bot_id: assigneeBotId, team_id: teamId };
}
