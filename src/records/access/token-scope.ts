import type { TokenScope } from '../../entities/access-token.ts';

/** The caller's role, and the scope of the credential. */
export type Scoped = { role: string; scope: TokenScope };

/**
 * Whether the credential may only read. It changes nothing, and is shown nothing with which one could change something or speak
 * for others.
 */
export function mayOnlyRead({ scope }: Pick<Scoped, 'scope'>): boolean {
  return scope === 'read';
}

/** Whether the caller is shown secrets of the account: administrators are, with a credential that may also write. */
export function seesSecrets(caller: Scoped): boolean {
  return caller.role === 'administrator' && !mayOnlyRead(caller);
}
