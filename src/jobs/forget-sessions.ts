import type { App } from '../app.ts';
import { forgetExpired } from '../resources/sessions/end-sessions.ts';

/** Removes the sessions that are over; nobody could use them any more. */
export async function forgetSessions(app: App, now: Date): Promise<void> {
  await forgetExpired(app.orm.em.fork(), now);
}
