import type { App } from '../app.ts';
import { db } from '../db/orm.ts';
import { HOUR } from '../time.ts';

/** Deletes expired answers to idempotent requests. */
export async function forgetIdempotentRequests(app: App, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
  await db(app.orm.em.fork()).deleteFrom('idempotent_requests').where('created_at', '<', oldest).execute();
}
