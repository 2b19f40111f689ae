import { array, number } from 'yup';
import type { Vault } from '../db/vault.ts';

/** The use of a blob's token: `read` = naming the blob in requests, `write` = sending its content. */
type Use = 'read' | 'write';

/** The blob that a token is about, by row key, and its account; `until` null = the token is good for ever. */
export type BlobToken = { blobId: number; accountId: number; until: Date | null };

const USES: readonly Use[] = ['read', 'write'];
const LONGEST = 500;
const tokenValues = array(number().integer().required()).length(4).required();

/** A token for the blob, which nobody else can make or change. */
export function blobToken(vault: Vault, use: Use, { blobId, accountId, until }: BlobToken): string {
  const values = [USES.indexOf(use), blobId, accountId, until?.getTime() ?? 0];
  return Buffer.from(vault.seal(JSON.stringify(values)), 'base64').toString('base64url');
}

/** What the token says; null when it was not made by `blobToken` for this use, or is no longer good at `now`. */
export function readBlobToken(vault: Vault, use: Use, token: string, now: Date): BlobToken | null {
  const values = opened(vault, token);
  if (values === null) return null;
  const [used, blobId, accountId, until] = values;
  if (USES[used] !== use || (until > 0 && until < now.getTime())) return null;
  return { blobId, accountId, until: until > 0 ? new Date(until) : null };
}

type Values = [number, number, number, number];

function opened(vault: Vault, token: string): Values | null {
  if (token.length > LONGEST) return null;
  try {
    const plain = vault.open(Buffer.from(token, 'base64url').toString('base64'));
    return tokenValues.validateSync(JSON.parse(plain)) as Values;
  } catch {
    return null;
  }
}
