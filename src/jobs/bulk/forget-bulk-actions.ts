import type { App } from '../../app.ts';
import { deleteOldBulkActions } from '../../resources/bulk_actions/running.ts';

/** Deletes bulk actions a month after their end. */
export async function forgetBulkActions(app: App, now: Date): Promise<void> {
  await deleteOldBulkActions(app.tx(), now);
}
