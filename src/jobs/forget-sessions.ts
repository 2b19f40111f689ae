import type { App } from '../app.ts';
import { deleteExpiredSessions } from '../resources/sessions/end-sessions.ts';

/** Removes expired sessions. */
export async function forgetSessions(app: App, now: Date): Promise<void> {
  await deleteExpiredSessions(app.tx(), now);
}
