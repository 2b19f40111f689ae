import { found } from '../../errors.ts';
import { callingMember } from '../../http/calling-member.ts';
import { agentBlock, agentShape } from '../../wire/agent-block.ts';
import { readAgents } from '../../records/read-agents.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { addTeamMembers } from './add-team-members.ts';
import { findTeam } from './queries.ts';
import { removeTeamMembers } from './remove-team-members.ts';
import { teamMembersBody } from './schema.ts';
import { setTeamMembers } from './set-team-members.ts';

export const teamMembers = routes('/teams/:team_id/team_members');

const membersShape = list(agentShape);
const input = { body: teamMembersBody, name: 'team_member', example: { user_ids: [1] } };

teamMembers.get(
  '/',
  {
    permission: 'team:read',
    summary: 'List the members of a team',
    find: teamOf,
    page: 'optional',
    answer: ok(membersShape),
  },
  async ({ tx, account, found: team, page, now }) => {
    const members = await readAgents(tx, team.accountId, { teamId: team.id }, page);
    return members.map((member) => agentBlock(member, account.id, now));
  },
);

teamMembers.post(
  '/',
  {
    permission: 'team:write',
    summary: 'Add members to a team',
    description: 'The answer lists those who were not members before.',
    find: teamOf,
    ...input,
    answer: created(membersShape),
  },
  async ({ tx, account, found: team, body, now }) => {
    const added = await addTeamMembers(tx, team, body.user_ids, now);
    return added.map((member) => agentBlock(member, account.id, now));
  },
);

teamMembers.patch(
  '/',
  {
    permission: 'team:write',
    summary: 'Set the members of a team',
    description: 'Members who are not named are removed.',
    find: teamOf,
    ...input,
    answer: ok(membersShape),
  },
  async ({ tx, account, found: team, body, now }) => {
    const members = await setTeamMembers(tx, team, body.user_ids, now);
    return members.map((member) => agentBlock(member, account.id, now));
  },
);

teamMembers.delete(
  '/',
  { permission: 'team:write', summary: 'Remove members from a team', find: teamOf, ...input, answer: empty },
  ({ tx, found: team, body, now }) => removeTeamMembers(tx, team, body.user_ids, now),
);

async function teamOf(asked: Asked<'/teams/:team_id'>) {
  return found(await findTeam(asked.tx, callingMember(asked), asked.params.team_id), 'Team');
}
