import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { dashboardAppShape } from './answers.ts';
import type { DashboardAppRow } from './queries.ts';

/** A dashboard app; `user_id` is null when its creator was deleted. */
export function presentDashboardApp(app: DashboardAppRow): Shown<typeof dashboardAppShape> {
  return {
    id: app.id,
    title: app.title,
    content: app.content.map(({ type, url }) => ({ type, url })),
    user_id: app.userId,
    account_id: app.accountId,
    created_at: iso(app.createdAt),
    updated_at: iso(app.updatedAt),
  };
}
