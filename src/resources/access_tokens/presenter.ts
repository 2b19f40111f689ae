import type { TokenScope } from '../../entities/access-token.ts';
import type { Shown } from '../../wire/shape.ts';
import { iso } from '../../time.ts';
import type { accessTokenShape } from './answers.ts';
import type { TokenRow } from './queries.ts';

/** A token of the user; `currentId` is the id of the token that the request came with, null = none. */
export function presentToken(token: TokenRow, currentId: number | null): Shown<typeof accessTokenShape> {
  return {
    id: token.id,
    name: token.name,
    scopes: scopesOf(token),
    last_four: token.lastFour,
    current: token.id === currentId,
    expires_at: iso(token.expiresAt),
    last_used_at: iso(token.lastUsedAt),
    created_at: iso(token.createdAt),
  };
}

/** The scopes of the token as a list: writing includes reading. */
export function scopesOf({ scope }: { scope: TokenScope }): TokenScope[] {
  return scope === 'read' ? ['read'] : ['read', 'write'];
}
