import type { App } from '../app.ts';
import { deleteExpiredTokens } from '../resources/access_tokens/forget-tokens.ts';
import { deleteExpiredLinks } from '../resources/auth/login-link.ts';
import { deleteExpiredSessions } from '../resources/sessions/end-sessions.ts';

/** Removes expired sessions and links to sign in with, and tokens that have expired long ago. */
export async function forgetSessions(app: App, now: Date): Promise<void> {
  await deleteExpiredSessions(app.tx(), now);
  await deleteExpiredLinks(app.tx(), now);
  await deleteExpiredTokens(app.tx(), now);
}
