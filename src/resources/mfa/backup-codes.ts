import { randomInt } from 'node:crypto';
import type { Vault } from '../../db/vault.ts';

const CODES = 10;
/** As many characters as Chatwoot's app lets people enter. */
const LENGTH = 8;
/** Without those that are easily taken for another. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** New codes, each of which signs in once in place of one of the app, and what is stored of them. */
export function newBackupCodes(vault: Vault, userId: number): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: CODES }, newCode);
  return { codes, digests: codes.map((code) => backupCodeDigest(vault, userId, code)) };
}

/**
 * What is stored of a code. They are so short that a plain hash could be found out: this one takes the secret key of the
 * installation, too. Letter case and spaces do not matter.
 */
export function backupCodeDigest(vault: Vault, userId: number, code: string): string {
  const plain = code.replaceAll(/\s/g, '').toLowerCase();
  return vault.sign('backup code', `${userId} ${plain}`).toString('base64url');
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
}
