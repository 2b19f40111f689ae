import type { Tx } from '../../db/tx.ts';
import type { TokenOwner, TokenScope } from '../../entities/access-token.ts';
import { digest, newToken } from '../../secrets.ts';

export type Owner = { type: TokenOwner; id: number };

/** What is special about a token; by default, it has no name, is good for everything and does not expire. */
export type TokenTraits = {
  name?: string;
  scope?: TokenScope;
  expiresAt?: Date | null;
  /** The platform app that gives it to the user. */
  platformAppId?: number;
};

/** A new token in the clear, which is shown only this once, and its row key. */
export type MadeToken = { id: number; accessToken: string };

/** Gives the owner one more API token; only its hash and its last characters are stored. */
export async function insertToken(tx: Tx, owner: Owner, now: Date, traits: TokenTraits = {}): Promise<MadeToken> {
  const accessToken = newToken();
  const { id } = await tx.db
    .insertInto('access_tokens')
    .values({
      owner_type: owner.type,
      owner_id: owner.id,
      ...storedToken(accessToken),
      name: traits.name ?? null,
      scope: traits.scope ?? 'write',
      expires_at: traits.expiresAt ?? null,
      platform_app_id: traits.platformAppId ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, accessToken };
}

/** The columns that a token in the clear becomes. */
export function storedToken(accessToken: string): { digest: string; last_four: string } {
  return { digest: digest(accessToken), last_four: accessToken.slice(-4) };
}
