import type { App } from '../app.ts';
import { deleteExpiredLinks } from '../resources/auth/login-link.ts';
import { deleteExpiredSessions } from '../resources/sessions/end-sessions.ts';

/** Removes expired sessions, and expired links to sign in with. */
export async function forgetSessions(app: App, now: Date): Promise<void> {
  await deleteExpiredSessions(app.tx(), now);
  await deleteExpiredLinks(app.tx(), now);
}
