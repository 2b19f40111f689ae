import type { Tx } from '../db/tx.ts';
import type { OauthProvider } from '../config/oauth-providers.ts';
import type { Application } from './application.ts';
import { PROVIDERS } from './providers.ts';
import { challengeOf, signState, type State, verifierOf } from './state.ts';

/** Where the provider sends people back to. It depends on nothing but the installation, and must be entered there. */
export const redirectUri = ({ installation }: Pick<Tx, 'installation'>, provider: OauthProvider) =>
  `${installation.publicUrl}/${provider}/callback`;

/** The address at the provider where somebody consents. */
export function authorizeUrl(tx: Tx, application: Application, state: State): string {
  const { scopes, separator, consent } = PROVIDERS[state.provider];
  const { vault } = tx.installation;
  const url = new URL(application.authorizeUrl);
  const parameters = {
    client_id: application.id,
    redirect_uri: redirectUri(tx, state.provider),
    response_type: 'code',
    ...(scopes.length > 0 && { scope: scopes.join(separator) }),
    state: signState(vault, state),
    code_challenge: challengeOf(verifierOf(vault, state)),
    code_challenge_method: 'S256',
    ...consent,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
