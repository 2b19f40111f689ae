import { found } from '../../errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { htmlPage } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { findDashboardApp } from '../dashboard_apps/queries.ts';
import { appPage, appPolicy } from './app-page.ts';

const apps = routes('/dashboard_apps');

apps.get(
  '/:id',
  {
    permission: 'dashboard_app:read',
    summary: 'Show a dashboard app',
    description:
      'The frames of a dashboard app as a page, for a frame of the console, which gives the app the conversation that is open. ' +
      'The policy of the page allows frames of this app alone.',
    find: appOf,
    answer: htmlPage,
  },
  async ({ found: app, ctx }) => {
    ctx.set('Content-Security-Policy', appPolicy(app.content));
    return appPage(app);
  },
);

/** The pages of dashboard apps, all of whose answers may be in a frame of the console. */
export const consoleApps = Object.assign(apps, { before: [guardedPage(() => appPolicy())] });

async function appOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findDashboardApp(tx, account.id, params.id), 'Dashboard app');
}
