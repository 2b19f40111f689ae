import { AppError } from '../../errors.ts';

/**
 * Refuses every sign-in through SAML: no provider can be configured.
 * @throws AppError `bad_request` without an address, `access_denied` otherwise
 */
export function startSamlLogin(email: string | null): never {
  if (email === null) {
    throw new AppError('bad_request', 'Invalid parameters', { detail: 'email is missing', attributes: ['email'] });
  }
  throw new AppError('access_denied', 'SAML SSO login is not enabled', {
    detail: 'this installation has no identity provider; sign in with e-mail and password',
  });
}
