import { unixSeconds } from '../../time.ts';

/** What the headers say of a session; its token is in the clear. `client` tells the user's sessions apart; `uid` is their e-mail address. */
export type SessionKeys = { token: string; client: string; uid: string; expiresAt: Date };

/** The headers that the user's app sends with every request, with Chatwoot's names. */
export function sessionHeaders(session: SessionKeys): Record<string, string> {
  const headers = {
    'access-token': session.token,
    'token-type': 'Bearer',
    client: session.client,
    expiry: String(unixSeconds(session.expiresAt)),
    uid: session.uid,
  };
  return { ...headers, authorization: `Bearer ${Buffer.from(JSON.stringify(headers)).toString('base64')}` };
}
