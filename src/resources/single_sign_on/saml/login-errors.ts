import { AppError } from '../../../errors.ts';

/** The address with which somebody wants to sign in. @throws AppError `bad_request` without one */
export function checkHasAddress(email: string | null | undefined): string {
  if (email) return email;
  throw new AppError('bad_request', 'Invalid parameters', { detail: 'email is missing', attributes: ['email'] });
}

/** The refusal for an address without a user, or whose user has no account with a provider. */
export function noSamlLogin(): AppError {
  return new AppError('access_denied', 'SAML SSO login is not enabled', {
    detail: 'no account of this user has an identity provider; sign in with e-mail and password',
  });
}
