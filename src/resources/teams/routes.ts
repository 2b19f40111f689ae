import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { teamShape } from './answers.ts';
import { createTeam } from './create-team.ts';
import { deleteTeam } from './delete-team.ts';
import { presentTeam } from './presenter.ts';
import { findTeam, listTeams, type Viewer } from './queries.ts';
import { createTeamBody, updateTeamBody } from './schema.ts';
import { updateTeam } from './update-team.ts';

/** /teams */
export const teams = router();

teams.get('/', allow('team:read'), takes({ page: true }), answers(list(teamShape)), async (ctx) => {
  ctx.body = (await listTeams(ctx.state.em, viewerOf(ctx), optionalPageOf(ctx))).map(presentTeam);
});

teams.post(
  '/',
  allow('team:write'),
  takes({ body: createTeamBody, name: 'team' }),
  answers(teamShape, 201),
  async (ctx) => {
    const body = validate(createTeamBody, ctx);
    const input = {
      name: body.name,
      description: body.description ?? null,
      allowAutoAssign: body.allow_auto_assign ?? true,
    };
    ctx.body = presentTeam(await createTeam(ctx.state.em, viewerOf(ctx), input, ctx.state.now));
  },
);

teams.get('/:id', allow('team:read'), takes({}), answers(teamShape), async (ctx) => {
  ctx.body = presentTeam(await teamOf(ctx));
});

teams.patch(
  '/:id',
  allow('team:write'),
  takes({ body: updateTeamBody, name: 'team' }),
  answers(teamShape),
  async (ctx) => {
    const team = await teamOf(ctx);
    const body = validate(updateTeamBody, ctx);
    const input = { name: body.name, description: body.description, allowAutoAssign: body.allow_auto_assign };
    ctx.body = presentTeam(await updateTeam(ctx.state.em, viewerOf(ctx), team, input, ctx.state.now));
  },
);

teams.delete('/:id', allow('team:write'), takes({}), answers(null), async (ctx) => {
  await deleteTeam(ctx.state.em, await teamOf(ctx), ctx.state.now);
  ctx.body = '';
});

function viewerOf(ctx: Ctx): Viewer {
  return { accountId: ctx.state.account.id, userId: ctx.state.caller.id };
}

async function teamOf(ctx: Ctx) {
  return found(await findTeam(ctx.state.em, viewerOf(ctx), idOf(ctx, 'Team')), 'Team');
}
