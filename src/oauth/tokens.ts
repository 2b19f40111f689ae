import type { OauthProvider } from '../config/oauth-providers.ts';
import type { Tx } from '../db/tx.ts';
import type { Attributes, Json } from '../entities/columns.ts';
import { storable } from '../fields/storable.ts';
import { SECOND } from '../time.ts';
import { PROVIDERS } from './providers.ts';

/** An access token, or why there is none. Reasons are parts of sentences without secrets. */
export type AccessToken =
  | { is: 'token'; token: string }
  /** An administrator must connect it again: trying again is useless until then. */
  | { is: 'reauthorize'; reason: string }
  /** The provider cannot be reached at the moment. */
  | { is: 'later'; reason: string };

/** The access tokens of a channel, for what signs in to its servers. */
export type TokenSource = {
  /** The one that is good now. */
  current(): Promise<AccessToken>;
  /** A server has refused this one: it is refreshed before it is asked for again, unless that has just happened. */
  refuse(token: string): Promise<void>;
};

/** Secrets of an authorization. */
export type Tokens = { access: string; refresh: string | null };

/** What a provider has granted. */
export type Grant = {
  tokens: Tokens;
  /** Null = it is good for ever. */
  expiresAt: Date | null;
  refreshDueAt: Date | null;
  details: Attributes;
  referenceId: string | null;
};

const LONGEST_DETAIL = 1000;
const LONGEST_REFERENCE = 255;
/** Nothing is granted for longer: what a provider says beyond that is a mistake. */
const LONGEST_LIFE_SECONDS = 10 * 365 * 24 * 3600;

/** What the answer of the provider grants; `before` has what it does not repeat. Null = no access token. */
export function grantIn(
  provider: OauthProvider,
  body: Attributes,
  before: Pick<Tokens, 'refresh'> | null,
  now: Date,
): Grant | null {
  const access = body['access_token'];
  if (typeof access !== 'string' || access === '') return null;
  const facts = PROVIDERS[provider];
  const refresh = typeof body['refresh_token'] === 'string' && body['refresh_token'] ? body['refresh_token'] : null;
  const details = Object.fromEntries(
    facts.details.flatMap((name) => {
      const value = valueAt(body, name.split('.'));
      return value === null ? [] : [[name.replaceAll('.', '_'), storable(value, LONGEST_DETAIL)]];
    }),
  );
  const expiresAt = expiryIn(body, facts.usualLifeMs, now);
  const reference = facts.reference === null ? null : details[facts.reference.replaceAll('.', '_')];
  return {
    tokens: { access, refresh: refresh ?? before?.refresh ?? null },
    expiresAt,
    refreshDueAt: refreshTime(expiresAt, facts.renewsBeforeMs, now),
    details,
    referenceId: reference?.slice(0, LONGEST_REFERENCE) ?? null,
  };
}

function expiryIn(body: Attributes, usualLifeMs: number | null, now: Date): Date | null {
  const seconds = Number(body['expires_in'] ?? Number.NaN);
  const lifeMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_LIFE_SECONDS) * SECOND : usualLifeMs;
  return lifeMs === null ? null : new Date(now.getTime() + lifeMs);
}

/** Some time before the expiry, but for tokens of a short life after half of it. */
function refreshTime(expiresAt: Date | null, beforeMs: number, now: Date): Date | null {
  if (expiresAt === null) return null;
  const lifeMs = expiresAt.getTime() - now.getTime();
  return new Date(expiresAt.getTime() - Math.min(beforeMs, lifeMs / 2));
}

function valueAt(body: Json, [name, ...inside]: string[]): string | null {
  if (name !== undefined) {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return isObject ? valueAt(body[name] ?? null, inside) : null;
  }
  if (Array.isArray(body)) return body.map(String).join(' ');
  return typeof body === 'string' || typeof body === 'number' ? String(body) : null;
}

export function sealTokens(tx: Tx, tokens: Tokens): string {
  return tx.installation.vault.seal(JSON.stringify(tokens));
}

export function openTokens(tx: Tx, sealed: string): Tokens {
  return JSON.parse(tx.installation.vault.open(sealed)) as Tokens;
}
