import { AppError } from '../../errors.ts';

/** The providers that accounts can be connected to, with Chatwoot's names. */
export const PROVIDERS = ['google', 'microsoft', 'instagram', 'tiktok', 'notion', 'twitter', 'whatsapp'] as const;

/**
 * Refuses every connection: it requires an application registered at the provider, and none can be configured.
 * @throws AppError `invalid`
 */
export function startAuthorization(provider: (typeof PROVIDERS)[number]): never {
  const detail = `this installation has no application registered at ${provider}`;
  throw new AppError('invalid', 'Authorization is not configured', { detail, errors: [detail] });
}
