import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { applicationAt } from '../../oauth/application.ts';
import { authorizeUrl } from '../../oauth/authorize-url.ts';
import { newState, type State } from '../../oauth/state.ts';

type Start = Omit<State, 'nonce' | 'expiresAt'> & {
  /** The address that the provider suggests; null = none. */
  email?: string | null;
};

/**
 * The address at the provider where an administrator consents; nothing is stored until they come back.
 * @throws AppError `invalid`, which names the setting that is missing
 */
export function startAuthorization(tx: Tx, config: Config, { email, ...start }: Start, now: Date): string {
  const application = applicationAt(config, start.provider, start.shop);
  const url = new URL(authorizeUrl(tx, application, newState(start, now)));
  if (email) url.searchParams.set('login_hint', email);
  return url.href;
}

/** Refuses providers that Chatwoot has and this server has not. @throws AppError `invalid` */
export function refuseProvider(provider: string): never {
  const detail = `this server cannot connect accounts to ${provider}`;
  throw new AppError('invalid', 'Authorization is not configured', { detail, errors: [detail] });
}
