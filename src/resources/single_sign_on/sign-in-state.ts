import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../db/tx.ts';
import type { Vault } from '../../db/vault.ts';
import { LIFETIME_MS } from '../../oauth/browser.ts';
import { digest, newToken } from '../../secrets.ts';
import type { OidcWay } from './oidc/providers.ts';
import { refusedSignIn } from './refused-sign-in.ts';

/** The app that asked, which gets the link to sign in with. */
export const TARGETS = ['web', 'mobile'] as const;
export type Target = (typeof TARGETS)[number];

/** The state that travels with a browser to an identity provider and back. */
export type SignInState = {
  way: OidcWay | 'saml';
  /** The account whose provider it is; null = a provider for the whole installation. */
  accountId: number | null;
  target: Target;
  /** The digest of the secret in the browser's cookie. */
  browser: string;
  nonce: string;
  /** Unix milliseconds. */
  expiresAt: number;
};

const PURPOSE = 'sign-in state';

/** A new state, good for 15 minutes and one use. */
export function newSignInState(begun: Omit<SignInState, 'nonce' | 'expiresAt'>, now: Date): SignInState {
  return { ...begun, nonce: newToken(), expiresAt: now.getTime() + LIFETIME_MS };
}

/** The state as text, with its signature. */
export function signSignInState(vault: Vault, state: SignInState): string {
  const { way, accountId, target, browser, nonce, expiresAt } = state;
  const text = Buffer.from(JSON.stringify([way, accountId, target, browser, nonce, expiresAt])).toString('base64url');
  return `${text}.${vault.sign(PURPOSE, text).toString('base64url')}`;
}

/**
 * The state that `signSignInState` made the text of.
 * @throws AppError `unauthorized` when it was made elsewhere or changed, or has expired
 */
export function openSignInState(vault: Vault, signed: string, way: SignInState['way'], now: Date): SignInState {
  const [text = '', signature = '', ...more] = signed.split('.');
  const expected = vault.sign(PURPOSE, text);
  const given = Buffer.from(signature, 'base64url');
  const isSigned = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned) throw refusedSignIn('it was not begun at this server');
  const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    SignInState['way'],
    number | null,
    Target,
    string,
    string,
    number,
  ];
  const [madeFor, accountId, target, browser, nonce, expiresAt] = content;
  if (madeFor !== way) throw refusedSignIn('it was begun at another provider');
  if (expiresAt <= now.getTime()) throw refusedSignIn('it took more than 15 minutes');
  return { way, accountId, target, browser, nonce, expiresAt };
}

/** Uses the state up, for all processes and also after a restart. @throws AppError `unauthorized` when it was used before */
export async function useSignInState(tx: Tx, { nonce, expiresAt }: Pick<SignInState, 'nonce' | 'expiresAt'>) {
  const first = await tx.db
    .insertInto('used_states')
    .values({ digest: digest(`sign-in ${nonce}`), expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!first) throw refusedSignIn('the answer of the provider has been used already');
}
