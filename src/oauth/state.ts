import { createHash, timingSafeEqual } from 'node:crypto';
import { boolean, number, object, string } from 'yup';
import { OAUTH_PROVIDERS, type OauthProvider } from '../config/oauth-providers.ts';
import type { Tx } from '../db/tx.ts';
import type { Vault } from '../db/vault.ts';
import { invalid } from '../errors.ts';
import { digest, newToken } from '../secrets.ts';
import { LIFETIME_MS } from './browser.ts';

const PURPOSE = 'authorization state';
const VERIFIER = 'authorization verifier';

/** The state that travels with a browser to the provider and back: the account, user and purpose. */
export type State = {
  accountId: number;
  userId: number;
  provider: OauthProvider;
  /** The shop that is connected; null = none is. */
  shop: string | null;
  /** Whether the account is being set up, so that the browser returns to onboarding. */
  isOnboarding: boolean;
  /** The digest of the browser's secret; '' = unknown. */
  browser: string;
  nonce: string;
  /** Unix milliseconds. */
  expiresAt: number;
};

const stateSchema = object({
  accountId: number().required(),
  userId: number().required(),
  provider: string().oneOf(OAUTH_PROVIDERS).required(),
  shop: string().nullable().defined(),
  isOnboarding: boolean().required(),
  // States of earlier versions have none.
  browser: string().default(''),
  nonce: string().required(),
  expiresAt: number().required(),
});

export function newState(state: Omit<State, 'nonce' | 'expiresAt'>, now: Date): State {
  return { ...state, nonce: newToken(), expiresAt: now.getTime() + LIFETIME_MS };
}

/** The state as text, with its signature. */
export function signState(vault: Vault, state: State): string {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${text}.${vault.sign(PURPOSE, text).toString('base64url')}`;
}

/**
 * The state in a text of `signState`, for this provider.
 * @throws AppError `invalid` for a forged, changed or expired text, or for another provider
 */
export function openState(vault: Vault, signed: string, provider: OauthProvider, now: Date): State {
  const [text = '', signature = '', ...more] = signed.split('.');
  const expected = vault.sign(PURPOSE, text);
  const given = Buffer.from(signature, 'base64url');
  const isSigned = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned) throw refused('this link was not made by this server, or was changed');
  const state = stateSchema.validateSync(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (state.provider !== provider) throw refused('this link is for another provider');
  if (state.expiresAt <= now.getTime()) throw refused('this link has expired, after 15 minutes');
  return state;
}

/** Uses the state up, whatever comes of it. @throws AppError `invalid` when it has been used before */
export async function useState(tx: Tx, { nonce, expiresAt }: State): Promise<void> {
  const first = await tx.db
    .insertInto('used_states')
    .values({ digest: digest(nonce), expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!first) throw refused('this link has been used already');
}

/** Deletes the used states that are no longer good anyway. */
export async function deleteExpiredStates(tx: Tx, now: Date): Promise<void> {
  await tx.db.deleteFrom('used_states').where('expires_at', '<=', now).execute();
}

/** The secret of PKCE (RFC 7636) that belongs to the state; only this server can make it. */
export function verifierOf(vault: Vault, { nonce }: State): string {
  return vault.sign(VERIFIER, nonce).toString('base64url');
}

/** The PKCE challenge of the verifier. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function refused(why: string) {
  return invalid('Authorization failed', `${why}: begin again where you came from`);
}
