import type { Tx } from '../../db/tx.ts';
import type { Vault } from '../../db/vault.ts';
import { AppError } from '../../errors.ts';
import { digest, newToken } from '../../secrets.ts';
import { MINUTE } from '../../time.ts';
import type { CheckedUser } from './find-user-by-password.ts';
import { fingerprintOf } from './password-token.ts';

const PURPOSE = 'sign in by code';
const LIFETIME_MS = 5 * MINUTE;

/** Who has given the right password, and has still to show a code. */
export type OpenedMfaToken = { userId: number; fingerprint: string; nonce: string; expiresAt: number };

/** A token with which a code of the user opens a session once, within five minutes, as long as they keep the password. */
export function newMfaToken(vault: Vault, user: CheckedUser, now: Date): string {
  const content = [PURPOSE, user.id, fingerprintOf(user), newToken(), now.getTime() + LIFETIME_MS];
  return Buffer.from(vault.seal(JSON.stringify(content)), 'base64').toString('base64url');
}

/** @throws AppError `unauthorized`, "Invalid or expired MFA token" */
export function openMfaToken(vault: Vault, token: string, now: Date): OpenedMfaToken {
  const [purpose, userId, fingerprint, nonce, expiresAt] = contentOf(vault, token);
  if (purpose !== PURPOSE || now.getTime() >= Number(expiresAt)) throw invalidMfaToken();
  return {
    userId: Number(userId),
    fingerprint: String(fingerprint),
    nonce: String(nonce),
    expiresAt: Number(expiresAt),
  };
}

/** Uses the token up, for all processes and also after a restart. @throws AppError `unauthorized` when it was used before */
export async function useMfaToken(tx: Tx, { nonce, expiresAt }: OpenedMfaToken): Promise<void> {
  const first = await tx.db
    .insertInto('used_states')
    .values({ digest: digest(`mfa ${nonce}`), expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!first) throw invalidMfaToken();
}

export function invalidMfaToken(): AppError {
  return new AppError('unauthorized', 'Invalid or expired MFA token', {
    detail: 'sign in with the password again; the token is good for five minutes, and once',
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
