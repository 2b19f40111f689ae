import type { Tx } from '../../../db/tx.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { openSecrets } from '../../../channels/secrets.ts';
import { unauthorized } from '../../../errors.ts';
import type { PublicInbox } from '../../../records/public/public-inbox.ts';
import type { Proof } from './schema.ts';

const HASH = /^[\da-f]{64}$/i;

/**
 * The identifier that the proof proves to be the caller's; null = there is no proof, and the inbox needs none.
 * @throws AppError `unauthorized` for a wrong proof, and for a missing one where the inbox needs one
 */
export function checkProof(
  tx: Tx,
  inbox: PublicInbox,
  { identifier, identifier_hash: hash }: { [Name in keyof Proof]: Proof[Name] },
): string | null {
  const isNeeded = inbox.needsHmac || (Boolean(identifier) && inbox.identifierProof === 'required');
  if (!hash && !isNeeded) return null;
  if (!hash) throw unauthorized('this inbox needs identifier_hash, the HMAC-SHA256 of identifier with its hmac_token');
  if (!identifier || !isHashOf(identifier, hash, openSecrets(tx, inbox.sealedSecrets)['hmac_token'])) {
    throw unauthorized('identifier_hash is not the HMAC-SHA256 of identifier with the hmac_token of the inbox');
  }
  return identifier;
}

/** Whether the identifier counts without a proof as much as with one, as in Chatwoot. */
export function believesIdentifier(tx: Tx, { identifierProof }: PublicInbox, identifier: string | null): boolean {
  return identifier !== null && identifierProof === 'trusted' && tx.installation.dialect === 'chatwoot';
}

function isHashOf(identifier: string, given: string, key: unknown): boolean {
  if (typeof key !== 'string' || !HASH.test(given)) return false;
  const expected = createHmac('sha256', key).update(identifier).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
