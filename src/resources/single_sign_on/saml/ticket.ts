import type { Vault } from '../../../db/vault.ts';
import type { Role } from '../../../entities/account-user.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import type { SignInState } from '../sign-in-state.ts';
import type { SamlPerson } from './provider.ts';

/**
 * The signed-in person between the provider's request, with which browsers send no cookie, and our own request, whose cookie
 * proves that the same browser began.
 */
export type Ticket = { state: Pick<SignInState, 'nonce' | 'expiresAt' | 'browser' | 'target'>; person: SamlPerson };

const PURPOSE = 'sign-in ticket';

/** The ticket as text that says nothing and cannot be changed. */
export function sealTicket(vault: Vault, { state, person }: Ticket): string {
  const { nonce, expiresAt, browser, target } = state;
  const { accountId, email, name, role } = person;
  const content = [PURPOSE, nonce, expiresAt, browser, target, accountId, email, name, role];
  return Buffer.from(vault.seal(JSON.stringify(content)), 'base64').toString('base64url');
}

type Content = [
  string,
  Ticket['state']['nonce'],
  Ticket['state']['expiresAt'],
  Ticket['state']['browser'],
  Ticket['state']['target'],
  number,
  string,
  string,
  Role,
];

/** @throws AppError `unauthorized` for what `sealTicket` did not make, or too long ago */
export function openTicket(vault: Vault, sealed: string, now: Date): Ticket {
  const [purpose, nonce, expiresAt, browser, target, accountId, email, name, role] = contentOf(vault, sealed);
  if (purpose !== PURPOSE) throw refusedSignIn('it was not begun at this server');
  if (expiresAt <= now.getTime()) throw refusedSignIn('it took more than 15 minutes');
  return { state: { nonce, expiresAt, browser, target }, person: { accountId, email, name, role } };
}

function contentOf(vault: Vault, sealed: string): Content {
  try {
    return JSON.parse(vault.open(sealed)) as Content;
  } catch {
    throw refusedSignIn('it was not begun at this server');
  }
}
