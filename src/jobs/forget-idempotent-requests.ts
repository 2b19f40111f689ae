import type { App } from '../app.ts';
import { HOUR } from '../time.ts';

/** Deletes the answers to idempotent requests that are older than `idempotency.keep_hours`. */
export async function forgetIdempotentRequests(app: App, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
  await app.tx().db.deleteFrom('idempotent_requests').where('created_at', '<', oldest).execute();
}
