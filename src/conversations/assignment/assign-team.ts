import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { TeamRecord } from '../../records/team.ts';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { readTeams } from '../../records/read-teams.ts';
import { assignmentOf, changeAssignment } from './change-assignment.ts';
import { nextAgent } from './next-agent.ts';
import { checkTeam } from './check-team.ts';

/**
 * Assigns the conversation with this row key to a team, or with null to none. Unless a bot or a member of the team has
 * it already, it goes to the member that `nextAgent` chooses, or to no one. With null, the assignee stays.
 * @throws AppError `not_found`, "Team not found"
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function assignTeam(
  tx: Tx,
  id: number,
  input: { teamId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const { teamId, actor } = input;
    if (teamId === (before.team?.id ?? null)) return before;
    if (teamId !== null) await checkTeam(tx, before.account.id, teamId);
    const chain = await continueChain(tx, before, actor, now);
    const [team] = teamId === null ? [] : await readTeams(tx, [teamId]);
    const member = team ? await chooseMember(tx, before, team, now) : {};
    const assignment = { ...assignmentOf(before), ...member, teamId, chain, actor };
    return changeAssignment(tx, before, assignment, (after) => describe(before, after, actor), now);
  });
}

/** The team's member who is assigned; empty = the conversation stays with its bot, or with a member of the team. */
async function chooseMember(tx: Tx, before: ConversationRecord, team: TeamRecord, now: Date) {
  if (before.assigneeBot || (before.assignee && team.memberIds.includes(before.assignee.id))) return {};
  return { assigneeId: await nextAgent(tx, before, team, now) };
}

function describe(before: ConversationRecord, after: ConversationRecord, actor: Actor): string {
  if (!after.team) return `${actor.name} removed this conversation from the team ${before.team?.name ?? ''}`;
  const isNew = after.assignee && after.assignee.id !== before.assignee?.id;
  const assignee = isNew ? `${after.assignee?.name} of the team` : 'the team';
  return `${actor.name} assigned this conversation to ${assignee} ${after.team.name}`;
}
