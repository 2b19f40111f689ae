import type { Tx } from '../../db/tx.ts';
import { createLoginLink } from '../auth/login-link.ts';
import type { Target } from './sign-in-state.ts';

/** Where Chatwoot's app for telephones takes links to sign in with. */
const MOBILE_APP = 'chatwootapp://auth/saml';

/** Where the browser goes on with a link that signs in once: to the app that asked. */
export async function locationOf(tx: Tx, user: { id: number; email: string }, target: Target, now: Date) {
  const link = await createLoginLink(tx, user, now);
  return target === 'mobile' ? `${MOBILE_APP}${new URL(link).search}` : link;
}

/** Where the browser goes on to when nobody can be signed in. */
export function locationOfProblem(publicUrl: string, target: Target): string {
  const query = '?error=saml-authentication-failed';
  return target === 'mobile' ? `${MOBILE_APP}${query}` : `${publicUrl}/app/login/sso${query}`;
}
