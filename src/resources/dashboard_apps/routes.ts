import { found } from '../../errors.ts';
import { created, noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { dashboardAppShape } from './answers.ts';
import { createDashboardApp } from './create-dashboard-app.ts';
import { deleteDashboardApp } from './delete-dashboard-app.ts';
import { presentDashboardApp } from './presenter.ts';
import { findDashboardApp, listDashboardApps } from './queries.ts';
import { createDashboardAppBody, updateDashboardAppBody } from './schema.ts';
import { updateDashboardApp } from './update-dashboard-app.ts';

export const dashboardApps = routes('/dashboard_apps');

dashboardApps.get(
  '/',
  {
    permission: 'dashboard_app:read',
    summary: 'List dashboard apps',
    page: 'optional',
    answer: ok(list(dashboardAppShape)),
  },
  async ({ tx, account, page }) => {
    const rows = await listDashboardApps(tx, account.id, page);
    return rows.map(presentDashboardApp);
  },
);

dashboardApps.post(
  '/',
  {
    permission: 'dashboard_app:write',
    summary: 'Create a dashboard app',
    body: createDashboardAppBody,
    name: 'dashboard_app',
    example: { title: 'Orders', content: [{ type: 'frame', url: 'https://example.com/orders' }] },
    answer: created(dashboardAppShape),
  },
  async ({ tx, account, caller, body: { title, content }, now }) =>
    presentDashboardApp(await createDashboardApp(tx, account, { title, content, userId: caller.id }, now)),
);

dashboardApps.get(
  '/:id',
  { permission: 'dashboard_app:read', summary: 'Show a dashboard app', find: appOf, answer: ok(dashboardAppShape) },
  ({ found: app }) => presentDashboardApp(app),
);

dashboardApps.patch(
  '/:id',
  {
    permission: 'dashboard_app:write',
    summary: 'Change a dashboard app',
    description: 'Its frames are replaced as a whole.',
    find: appOf,
    body: updateDashboardAppBody,
    name: 'dashboard_app',
    example: { title: 'Orders and returns' },
    answer: ok(dashboardAppShape),
  },
  async ({ tx, found: app, body: { title, content }, now }) =>
    presentDashboardApp(await updateDashboardApp(tx, app, { title, content }, now)),
);

dashboardApps.delete(
  '/:id',
  {
    permission: 'dashboard_app:write',
    summary: 'Delete a dashboard app',
    find: appOf,
    answer: noContent,
  },
  ({ tx, found: app }) => deleteDashboardApp(tx, app),
);

async function appOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findDashboardApp(tx, account.id, params.id), 'Dashboard app');
}
