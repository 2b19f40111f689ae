import type { App } from '../app.ts';
import { deleteExpiredSessions } from '../resources/sessions/end-sessions.ts';

/** Removes the sessions that are over; nobody could use them any more. */
export async function forgetSessions(app: App, now: Date): Promise<void> {
  await deleteExpiredSessions(app.orm.em.fork(), now);
}
