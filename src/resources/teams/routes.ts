import { found } from '../../errors.ts';
import { callingMember } from '../../http/calling-member.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { teamShape } from './answers.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { teamMembers } from './member-routes.ts';
import { presentTeam } from './presenter.ts';
import { findTeam, listTeams } from './queries.ts';
import { createTeamBody, updateTeamBody } from './schema.ts';
import { updateTeam } from './update-team.ts';

export const teams = routes('/teams');

teams.get(
  '/',
  { permission: 'team:read', summary: 'List teams', page: 'optional', answer: ok(list(teamShape)) },
  async ({ tx, account, caller, page }) => {
    const rows = await listTeams(tx, callingMember({ account, caller }), page);
    return rows.map(presentTeam);
  },
);

teams.post(
  '/',
  {
    permission: 'team:write',
    summary: 'Create a team',
    description: 'Its name is kept in lower case.',
    body: createTeamBody,
    name: 'team',
    example: { name: 'billing', description: 'Invoices and refunds' },
    answer: created(teamShape),
  },
  async ({ tx, account, caller, body, now }) => {
    const input = {
      name: body.name,
      description: body.description ?? null,
      allowAutoAssign: body.allow_auto_assign ?? true,
    };
    return presentTeam(await createTeam(tx, callingMember({ account, caller }), input, now));
  },
);

teams.get(
  '/:id',
  { permission: 'team:read', summary: 'Show a team', find: teamOf, answer: ok(teamShape) },
  ({ found: team }) => presentTeam(team),
);

teams.patch(
  '/:id',
  {
    permission: 'team:write',
    summary: 'Change a team',
    find: teamOf,
    body: updateTeamBody,
    name: 'team',
    example: { description: 'Invoices, refunds and contracts', allow_auto_assign: false },
    answer: ok(teamShape),
  },
  async ({ tx, account, caller, found: team, body, now }) => {
    const input = { name: body.name, description: body.description, allowAutoAssign: body.allow_auto_assign };
    return presentTeam(await updateTeam(tx, callingMember({ account, caller }), team, input, now));
  },
);

teams.delete(
  '/:id',
  {
    permission: 'team:write',
    summary: 'Delete a team',
    description: 'Its conversations go on without a team.',
    find: teamOf,
    answer: empty,
  },
  ({ tx, found: team, now }) => deleteTeam(tx, team, now),
);

teams.include(teamMembers);

async function teamOf({ tx, account, caller, params }: Asked<'/:id'>) {
  return found(await findTeam(tx, callingMember({ account, caller }), params.id), 'Team');
}
