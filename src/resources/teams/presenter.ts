import type { Shown } from '../../wire/shape.ts';
import type { teamShape } from './answers.ts';
import type { TeamRow } from './queries.ts';

/** A team as the caller sees it: `is_member` says whether the caller is a member. */
export function presentTeam(team: TeamRow): Shown<typeof teamShape> {
  return {
    id: team.id,
    name: team.name,
    description: team.description,
    allow_auto_assign: team.allowAutoAssign,
    account_id: team.accountId,
    is_member: team.membershipId !== null,
  };
}
