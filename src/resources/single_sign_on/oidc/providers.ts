import type { Config } from '../../../config.ts';

/** The ways to sign in at an OpenID Connect provider, each for all accounts of the installation. */
export type OidcWay = 'oidc' | 'google';

/** A provider, with the rules for people who sign in there. */
export type OidcProvider = {
  way: OidcWay;
  issuer: string;
  clientId: string;
  /** '' = the client has none. */
  clientSecret: string;
  /** Whether somebody becomes a user when no user has their address. */
  autoCreate: boolean;
  /** The account in which such new users are agents; 0 = none. */
  defaultAccount: number;
  /** Whether addresses are trusted that the provider does not call verified. */
  trustsAddresses: boolean;
  /** Where the provider sends browsers back to. */
  callbackPath: string;
};

/** The provider in the settings; null = there is none. */
export function oidcProvider({ auth }: Config, way: OidcWay): OidcProvider | null {
  const settings = auth[way];
  if (settings.issuer === '' || settings.client_id === '') return null;
  return {
    way,
    issuer: settings.issuer,
    clientId: settings.client_id,
    clientSecret: settings.client_secret,
    autoCreate: settings.auto_create,
    defaultAccount: settings.default_account,
    // Google always says so.
    trustsAddresses: way === 'oidc' && auth.oidc.trust_addresses,
    callbackPath: CALLBACKS[way],
  };
}

/** Google's is the address registered for Chatwoot. */
const CALLBACKS: Record<OidcWay, string> = {
  oidc: '/auth/oidc/callback',
  google: '/omniauth/google_oauth2/callback',
};
