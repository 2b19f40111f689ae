import type { Vault } from '../../db/vault.ts';

/** The token with which `parley top` reads the metrics of the server on its machine: both have the secret key. */
export function topToken(vault: Vault): string {
  return vault.sign('top', 'metrics').toString('base64url');
}
