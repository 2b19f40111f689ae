import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { TeamRecord } from '../../records/team.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { readTeams } from '../../records/read-teams.ts';
import { giveConversation, holdersOf } from './give-conversation.ts';
import { nextAgent } from './next-agent.ts';
import { checkTeam } from './check-team.ts';

/**
 * Gives the conversation to a team, or with null to none. An assignee who is not in the team loses it; who gets it then is
 * the member whose turn it is, if the team allows that.
 * @throws AppError `not_found`, "Team not found"
 */
export function assignTeam(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { teamId: number | null; actor: Actor },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    const { teamId, actor } = input;
    if (teamId === (locked.team?.id ?? null)) return locked;
    if (teamId !== null) await checkTeam(em, locked.account.id, teamId);
    const before = await continueChain(em, locked, actor, now);
    const [team] = teamId === null ? [] : await readTeams(em, [teamId]);
    const people = team ? await peopleOf(em, before, team, now) : {};
    const holders = { ...holdersOf(before), ...people, teamId };
    return giveConversation(em, before, holders, (after) => describe(before, after, actor), now);
  });
}

/** Who of the team has the conversation; one that a bot has is left to it. */
async function peopleOf(em: EntityManager, before: ConversationRecord, team: TeamRecord, now: Date) {
  if (before.assigneeBot || (before.assignee && team.memberIds.includes(before.assignee.id))) return {};
  return { assigneeId: await nextAgent(em, before, team, now) };
}

function describe(before: ConversationRecord, after: ConversationRecord, actor: Actor): string {
  if (!after.team) return `${actor.name} removed this conversation from the team ${before.team?.name ?? ''}`;
  const isNew = after.assignee && after.assignee.id !== before.assignee?.id;
  const whom = isNew ? `${after.assignee?.name} of the team` : 'the team';
  return `${actor.name} assigned this conversation to ${whom} ${after.team.name}`;
}
