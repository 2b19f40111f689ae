import type { App } from '../app.ts';
import { db } from '../db/orm.ts';
import { HOUR } from '../time.ts';

/** Deletes the kept answers that nobody will ask for again. */
export async function forgetIdempotentRequests(app: App, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - app.config.idempotency.keep_hours * HOUR);
  await db(app.orm.em.fork()).deleteFrom('idempotent_requests').where('created_at', '<', oldest).execute();
}
