import { AppError } from '../../errors.ts';

/** Where accounts can be connected elsewhere, by Chatwoot's names. */
export const PROVIDERS = ['google', 'microsoft', 'instagram', 'tiktok', 'notion', 'twitter', 'whatsapp'] as const;

/**
 * No account can be connected to a provider yet: that takes an application registered there, and none can be configured.
 * @throws AppError `invalid`
 */
export function startAuthorization(provider: (typeof PROVIDERS)[number]): never {
  const detail = `this installation has no application registered at ${provider}`;
  throw new AppError('invalid', 'Authorization is not configured', { detail, errors: [detail] });
}
