import { randomInt } from 'node:crypto';
import type { Vault } from '../../db/vault.ts';

const CODES = 10;
/** As many characters as Chatwoot's app lets people enter. */
const LENGTH = 8;
/** Without those that are easily taken for another. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** New backup codes, each for a single sign-in without the authenticator, and their digests for storage. */
export function newBackupCodes(vault: Vault, userId: number): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: CODES }, newCode);
  return { codes, digests: codes.map((code) => backupCodeDigest(vault, userId, code)) };
}

/**
 * The stored digest of a code, keyed with the installation's secret key, because a plain hash of such a short code could be
 * reversed. Letter case and spaces are ignored.
 */
export function backupCodeDigest(vault: Vault, userId: number, code: string): string {
  const plain = code.replaceAll(/\s/g, '').toLowerCase();
  return vault.sign('backup code', `${userId} ${plain}`).toString('base64url');
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
}
