import type { Config } from '../config.ts';
import type { OauthProvider } from '../config/oauth-providers.ts';
import { AppError } from '../errors.ts';

/** This installation's application at a provider, with the provider's addresses. */
export type Application = {
  id: string;
  secret: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** '' = the provider has none; likewise the two below. */
  revokeUrl: string;
  exchangeUrl: string;
  refreshUrl: string;
  /** Whether to request expiring tokens, at a provider that leaves the choice to the application. */
  wantsExpiry: boolean;
};

/**
 * The application at the provider. `shop` is inserted into addresses of a shop.
 * @throws AppError `invalid`, with the name of the missing setting
 */
export function applicationAt(config: Config, provider: OauthProvider, shop: string | null = null): Application {
  const settings = config.oauth[provider];
  const missing = (['client_id', 'client_secret'] as const).find((name) => settings[name] === '');
  if (missing) {
    const detail = `this installation has no application registered at ${provider}: the setting oauth.${provider}.${missing} is missing`;
    throw new AppError('invalid', 'Authorization is not configured', { detail, errors: [detail] });
  }
  const at = (url: string) => url.replaceAll('{shop}', shop ?? '');
  const more = { exchange_url: '', refresh_url: '', expiring_tokens: false, ...settings };
  return {
    id: settings.client_id,
    secret: settings.client_secret,
    authorizeUrl: at(settings.authorize_url),
    tokenUrl: at(settings.token_url),
    revokeUrl: at(settings.revoke_url),
    exchangeUrl: at(more.exchange_url),
    refreshUrl: at(more.refresh_url),
    wantsExpiry: more.expiring_tokens,
  };
}

/** Whether accounts can be connected to the provider. */
export function isConfigured({ oauth }: Config, provider: OauthProvider): boolean {
  return oauth[provider].client_id !== '' && oauth[provider].client_secret !== '';
}
