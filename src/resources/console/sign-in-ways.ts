import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { type OidcWay, oidcProvider } from '../single_sign_on/oidc/providers.ts';
import { hasSamlProvider } from '../single_sign_on/saml/queries.ts';

/** A way to sign in at a provider. */
export type SignInWay = OidcWay | 'saml';

/** The ways to sign in beside a password that this server offers. */
export async function signInWays(tx: Tx, config: Config): Promise<SignInWay[]> {
  const installed = (['google', 'oidc'] as const).filter((way) => oidcProvider(config, way) !== null);
  return (await hasSamlProvider(tx)) ? [...installed, 'saml'] : installed;
}
