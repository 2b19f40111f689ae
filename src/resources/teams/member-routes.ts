import { found } from '../../errors.ts';
import { agentBlock, agentShape } from '../../events/agent-block.ts';
import type { UserFacts } from '../../events/facts.ts';
import { readAgents } from '../../events/read-agents.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { addTeamMembers } from './add-team-members.ts';
import { findTeam } from './queries.ts';
import { removeTeamMembers } from './remove-team-members.ts';
import { teamMembersBody } from './schema.ts';
import { setTeamMembers } from './set-team-members.ts';

/** /teams/{team_id}/team_members */
export const teamMembers = router();

teamMembers.get('/', allow('team:read'), takes({ page: true }), answers(list(agentShape)), async (ctx) => {
  const team = await teamOf(ctx);
  show(ctx, await readAgents(ctx.state.em, team.accountId, { teamId: team.id }, optionalPageOf(ctx)));
});

teamMembers.post(
  '/',
  allow('team:write'),
  takes({ body: teamMembersBody, name: 'team_member' }),
  answers(list(agentShape), 201),
  async (ctx) => {
    const team = await teamOf(ctx);
    const { user_ids: ids } = validate(teamMembersBody, ctx);
    show(ctx, await addTeamMembers(ctx.state.em, team, ids, ctx.state.now));
  },
);

teamMembers.patch(
  '/',
  allow('team:write'),
  takes({ body: teamMembersBody, name: 'team_member' }),
  answers(list(agentShape)),
  async (ctx) => {
    const team = await teamOf(ctx);
    const { user_ids: ids } = validate(teamMembersBody, ctx);
    show(ctx, await setTeamMembers(ctx.state.em, team, ids, ctx.state.now));
  },
);

teamMembers.delete(
  '/',
  allow('team:write'),
  takes({ body: teamMembersBody, name: 'team_member' }),
  answers(null),
  async (ctx) => {
    const team = await teamOf(ctx);
    const { user_ids: ids } = validate(teamMembersBody, ctx);
    await removeTeamMembers(ctx.state.em, team, ids, ctx.state.now);
    ctx.body = '';
  },
);

async function teamOf(ctx: Ctx) {
  const viewer = { accountId: ctx.state.account.id, userId: ctx.state.caller.id };
  return found(await findTeam(ctx.state.em, viewer, idOf(ctx, 'Team', 'team_id')), 'Team');
}

function show(ctx: Ctx, members: UserFacts[]): void {
  ctx.body = members.map((member) => agentBlock(member, ctx.state.account.id, ctx.state.now));
}
