import type { Vault } from '../../db/vault.ts';
import { AppError } from '../../errors.ts';
import { digest } from '../../secrets.ts';

/** Whose password is to be chosen, as they are now; passwordHash null = they have none yet. */
export type PasswordHolder = { id: number; email: string; passwordHash: string | null };

/** What a token says once it is opened. */
export type OpenedToken = { userId: number; fingerprint: string };

/** Nothing else that the vault seals begins like this. */
const PURPOSE = 'choose password';

/**
 * Lets whoever holds the token choose the user's password, once and until `expiresAt`. Nothing is stored of it: it is good
 * as long as the user has the same password and e-mail address.
 */
export function passwordToken(vault: Vault, holder: PasswordHolder, expiresAt: Date): string {
  const sealed = vault.seal(JSON.stringify([PURPOSE, holder.id, expiresAt.getTime(), fingerprintOf(holder)]));
  return Buffer.from(sealed, 'base64').toString('base64url');
}

/** What the token says. @throws AppError `invalid`, "Invalid token", for one that is none or too old */
export function openPasswordToken(vault: Vault, token: string, now: Date): OpenedToken {
  const [purpose, userId, expiresAt, fingerprint] = contentOf(vault, token);
  if (purpose !== PURPOSE || now.getTime() >= Number(expiresAt)) throw invalidToken();
  return { userId: Number(userId), fingerprint: String(fingerprint) };
}

/** Changes with the password and the e-mail address: a token that has one from before is spent. */
export function fingerprintOf({ email, passwordHash }: PasswordHolder): string {
  return digest(JSON.stringify([email, passwordHash]));
}

export function invalidToken(): AppError {
  return new AppError('invalid', 'Invalid token', {
    detail: 'the link has been used, is too old, or was not copied whole; ask for another one',
    attributes: ['reset_password_token'],
    redirectUrl: '/',
  });
}

function contentOf(vault: Vault, token: string): unknown[] {
  try {
    const content: unknown = JSON.parse(vault.open(token));
    return Array.isArray(content) ? content : [];
  } catch {
    throw invalidToken();
  }
}
