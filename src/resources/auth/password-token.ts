import type { Vault } from '../../db/vault.ts';
import { AppError } from '../../errors.ts';
import { digest } from '../../secrets.ts';

/** The user who chooses a password; passwordHash null = none yet. */
export type PasswordHolder = { id: number; email: string; passwordHash: string | null };

/** The content of a token. */
export type OpenedToken = { userId: number; fingerprint: string };

/** Distinguishes these tokens from everything else that is sealed. */
const PURPOSE = 'choose password';

/**
 * A token with which the user's password can be chosen once, until `expiresAt`. It is not stored: it is valid as long
 * as the user has the same password and e-mail address.
 */
export function passwordToken(vault: Vault, holder: PasswordHolder, expiresAt: Date): string {
  const sealed = vault.seal(JSON.stringify([PURPOSE, holder.id, expiresAt.getTime(), fingerprintOf(holder)]));
  return Buffer.from(sealed, 'base64').toString('base64url');
}

/**
 * The content of the token.
 * @throws AppError `invalid`, "Invalid token", for one that is malformed or expired; it names `field`
 */
export function openPasswordToken(vault: Vault, token: string, now: Date, field?: TokenField): OpenedToken {
  const [purpose, userId, expiresAt, fingerprint] = contentOf(vault, token);
  if (purpose !== PURPOSE || now.getTime() >= Number(expiresAt)) throw invalidToken(field);
  return { userId: Number(userId), fingerprint: String(fingerprint) };
}

/** Changes with the password and the e-mail address, which makes earlier tokens invalid. */
export function fingerprintOf({ email, passwordHash }: PasswordHolder): string {
  return digest(JSON.stringify([email, passwordHash]));
}

/** The field of the request that has the token. */
export type TokenField = 'reset_password_token' | 'confirmation_token';

export function invalidToken(field: TokenField = 'reset_password_token'): AppError {
  return new AppError('invalid', 'Invalid token', {
    detail: 'the link has been used, is too old, or was not copied whole; ask for another one',
    attributes: [field],
    redirectUrl: '/',
  });
}

function contentOf(vault: Vault, token: string): unknown[] {
  try {
    const content: unknown = JSON.parse(vault.open(token));
    return Array.isArray(content) ? content : [];
  } catch {
    return [];
  }
}
