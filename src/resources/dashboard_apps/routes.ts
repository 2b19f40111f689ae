import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { dashboardAppShape } from './answers.ts';
import { createDashboardApp } from './create-dashboard-app.ts';
import { deleteDashboardApp } from './delete-dashboard-app.ts';
import { presentDashboardApp } from './presenter.ts';
import { findDashboardApp, listDashboardApps } from './queries.ts';
import { createDashboardAppBody, updateDashboardAppBody } from './schema.ts';
import { updateDashboardApp } from './update-dashboard-app.ts';

/** /dashboard_apps */
export const dashboardApps = router();

dashboardApps.get(
  '/',
  allow('dashboard_app:read'),
  takes({ page: true }),
  answers(list(dashboardAppShape)),
  async (ctx) => {
    const rows = await listDashboardApps(ctx.state.em, ctx.state.account.id, optionalPageOf(ctx));
    ctx.body = rows.map(presentDashboardApp);
  },
);

dashboardApps.post(
  '/',
  allow('dashboard_app:write'),
  takes({ body: createDashboardAppBody, name: 'dashboard_app' }),
  answers(dashboardAppShape, 201),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const { title, content } = validate(createDashboardAppBody, ctx);
    ctx.body = presentDashboardApp(await createDashboardApp(em, account, { title, content, userId: caller.id }, now));
  },
);

dashboardApps.get('/:id', allow('dashboard_app:read'), takes({}), answers(dashboardAppShape), async (ctx) => {
  ctx.body = presentDashboardApp(await appOf(ctx));
});

dashboardApps.patch(
  '/:id',
  allow('dashboard_app:write'),
  takes({ body: updateDashboardAppBody, name: 'dashboard_app' }),
  answers(dashboardAppShape),
  async (ctx) => {
    const app = await appOf(ctx);
    const { title, content } = validate(updateDashboardAppBody, ctx);
    ctx.body = presentDashboardApp(await updateDashboardApp(ctx.state.em, app, { title, content }, ctx.state.now));
  },
);

dashboardApps.delete('/:id', allow('dashboard_app:write'), takes({}), answers(null, 204), async (ctx) => {
  await deleteDashboardApp(ctx.state.em, await appOf(ctx));
  ctx.body = '';
});

async function appOf(ctx: Ctx) {
  return found(await findDashboardApp(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Dashboard app')), 'Dashboard app');
}
