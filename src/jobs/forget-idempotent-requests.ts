import type { App } from '../app.ts';
import { HOUR } from '../time.ts';

/** Deletes expired answers to idempotent requests. */
export async function forgetIdempotentRequests(app: App, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
  await app.tx().db.deleteFrom('idempotent_requests').where('created_at', '<', oldest).execute();
}
