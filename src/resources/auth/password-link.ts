import type { Tx } from '../../db/tx.ts';
import { DAY, inWords } from '../../time.ts';
import { type PasswordHolder, passwordToken } from './password-token.ts';

/** How long the link of an invitation works. */
export const INVITATION_MS = 7 * DAY;

/** The address where a password can be chosen, and the end of its validity as text. */
export type PasswordLink = { url: string; until: string };

/** A link with which the user can choose a password once, valid for `lifetimeMs` milliseconds. */
export function passwordLink(tx: Tx, holder: PasswordHolder, lifetimeMs: number, now: Date): PasswordLink {
  const { publicUrl, vault } = tx.installation;
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const token = passwordToken(vault, holder, expiresAt);
  return {
    url: `${publicUrl}/app/auth/password/edit?reset_password_token=${token}`,
    until: inWords(expiresAt),
  };
}
